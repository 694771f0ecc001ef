package io.godwit.bench.report;

import java.util.Locale;

/** A picture to which shapes are added. */
final class Svg {
    private final StringBuilder shapes = new StringBuilder();

    void text(double x, double y, String words, boolean bold) {
        shapes.append(String.format(
                Locale.ROOT,
                "<text x='%.0f' y='%.0f' font-weight='%s'>%s</text>%n",
                x,
                y,
                bold ? "bold" : "normal",
                words.replace("&", "&amp;").replace("<", "&lt;")));
    }

    void rectangle(double x, double y, double width, double height, String colour) {
        shapes.append(String.format(
                Locale.ROOT,
                "<rect x='%.0f' y='%.0f' width='%.1f' height='%.0f' fill='%s'/>%n",
                x,
                y,
                width,
                height,
                colour));
    }

    void line(double x1, double y1, double x2, double y2) {
        shapes.append(String.format(
                Locale.ROOT, "<line x1='%.0f' y1='%.0f' x2='%.0f' y2='%.0f' stroke='#cbd5e0'/>%n", x1, y1, x2, y2));
    }

    /** A curve through points, each {@code x,y}. */
    void curve(String points, String colour) {
        shapes.append(String.format(
                Locale.ROOT, "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'/>%n", points, colour));
    }

    /** The whole picture, on white. */
    String done(int width, int height) {
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='13'>%n"
                                + "<rect width='100%%' height='100%%' fill='white'/>%n",
                        width,
                        height)
                + shapes
                + "</svg>\n";
    }
}
