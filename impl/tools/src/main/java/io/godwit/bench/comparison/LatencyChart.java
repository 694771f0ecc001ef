package io.godwit.bench.comparison;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A plot of latencies by percentile: to the right ever rarer calls, upwards how long they took. Both are logarithmic. */
final class LatencyChart {
    static final String OWN = "#2b6cb0";
    static final String OTHER = "#a0aec0";

    private static final String[] COLOURS = {OWN, "#dd6b20", "#38a169", "#805ad5", "#d53f8c", "#4a5568"};
    private static final int WIDTH = 760;
    private static final int HEIGHT = 360;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int BOTTOM = 40;
    private static final int STEPS = 20;
    private static final double[] MARKED = {0, 90, 99, 99.9, 99.99, 99.999};

    private final String title;
    private final Map<String, Histogram> histograms = new LinkedHashMap<>();

    /** A plot without curves. */
    public LatencyChart(String title) {
        this.title = title;
    }

    /**
     * Adds a curve.
     *
     * @param histogram in microseconds
     */
    public LatencyChart with(String name, Histogram histogram) {
        histograms.put(name, histogram);
        return this;
    }

    /** The picture. */
    public String svg() {
        long calls = histograms.values().stream()
                .mapToLong(Histogram::getTotalCount)
                .max()
                .orElse(1);
        int nines = Math.min(MARKED.length - 1, Math.max(1, (int) Math.ceil(logarithm(calls))));
        double least = Math.floor(histograms.values().stream()
                .mapToDouble(it -> logarithm(it.getValueAtPercentile(0)))
                .min()
                .orElse(0));
        double most = Math.ceil(histograms.values().stream()
                .mapToDouble(it -> logarithm(it.getMaxValue()))
                .max()
                .orElse(1));
        Axes axes = new Axes(nines, least, Math.max(most, least + 1));
        Svg svg = new Svg();
        svg.text(10, 22, title, true);
        axes.draw(svg);
        int number = 0;
        for (Map.Entry<String, Histogram> each : histograms.entrySet()) {
            String colour = colour(number);
            svg.curve(points(axes, each.getValue()), colour);
            int y = HEIGHT + 16 + 18 * number;
            svg.rectangle(LEFT, y - 10, 20, 4, colour);
            svg.text(LEFT + 28, y - 2, each.getKey(), false);
            number++;
        }
        return svg.done(WIDTH, HEIGHT + 18 * Math.max(1, number) + 8);
    }

    /** The colour of a curve, by its place. */
    static String colour(int number) {
        return COLOURS[number % COLOURS.length];
    }

    private static double logarithm(long value) {
        return Math.log10((double) Math.max(1, value));
    }

    /** As far as there are calls. */
    private static String points(Axes axes, Histogram histogram) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i <= axes.nines() * STEPS; i++) {
            double nines = i / (double) STEPS;
            double percentile = 100 * (1 - Math.pow(10, -nines));
            if (nines > logarithm(histogram.getTotalCount())) {
                break;
            }
            points.append(String.format(
                    Locale.ROOT, "%.1f,%.1f ", axes.x(nines), axes.y(histogram.getValueAtPercentile(percentile))));
        }
        return points.toString().trim();
    }

    /**
     * Where things are.
     *
     * @param nines of the percentile at the right end
     * @param least logarithm of the least value, in microseconds
     * @param most logarithm of the largest value
     */
    private record Axes(int nines, double least, double most) {
        double x(double at) {
            return LEFT + (WIDTH - LEFT - RIGHT) * at / nines;
        }

        double y(long micros) {
            double share = (logarithm(micros) - least) / (most - least);
            return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share;
        }

        void draw(Svg svg) {
            for (int i = 0; i <= nines; i++) {
                svg.line(x(i), TOP, x(i), HEIGHT - BOTTOM);
                String mark = Latencies.name(MARKED[i]);
                svg.text(x(i) - (i == nines ? 50 : 12), HEIGHT - BOTTOM + 18, mark, false);
            }
            for (int power = (int) least; power <= most; power++) {
                long micros = Math.round(Math.pow(10, power));
                svg.line(LEFT, y(micros), WIDTH - RIGHT, y(micros));
                svg.text(
                        8,
                        y(micros) + 4,
                        micros < 1_000 ? micros + " us" : String.format(Locale.ROOT, "%,d ms", micros / 1_000),
                        false);
            }
        }
    }

    /** A picture to which shapes are added. */
    static final class Svg {
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
}
