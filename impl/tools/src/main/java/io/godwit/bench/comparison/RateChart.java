package io.godwit.bench.comparison;

import io.godwit.bench.comparison.LatencyChart.Svg;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A plot of how many calls there were in each second: to the right time, upwards the calls, logarithmic; no call is drawn as one. */
final class RateChart {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 360;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int BOTTOM = 40;
    private static final int MARKS = 6;

    private final String title;
    private final Map<String, List<Long>> curves = new LinkedHashMap<>();

    /** A plot without curves. */
    RateChart(String title) {
        this.title = title;
    }

    /** Adds a curve. */
    RateChart with(String name, List<Long> perSecond) {
        curves.put(name, perSecond);
        return this;
    }

    private static double logarithm(long calls) {
        return Math.log10((double) Math.max(1, calls));
    }

    /** The picture. */
    String svg() {
        int seconds =
                Math.max(1, curves.values().stream().mapToInt(List::size).max().orElse(1));
        double most = Math.max(
                1,
                Math.ceil(logarithm(curves.values().stream()
                        .flatMap(List::stream)
                        .mapToLong(it -> it)
                        .max()
                        .orElse(1))));
        Svg svg = new Svg();
        svg.text(10, 22, title, true);
        for (int power = 0; power <= most; power++) {
            double y = y(power, most);
            svg.line(LEFT, y, WIDTH - RIGHT, y);
            svg.text(8, y + 4, String.format(Locale.ROOT, "%,d", Math.round(Math.pow(10, power))), false);
        }
        for (int i = 0; i <= MARKS; i++) {
            int second = seconds * i / MARKS;
            svg.text(x(second, seconds) - 12, HEIGHT - BOTTOM + 18, second + " s", false);
        }
        int number = 0;
        for (Map.Entry<String, List<Long>> each : curves.entrySet()) {
            String colour = LatencyChart.colour(number);
            StringBuilder points = new StringBuilder();
            for (int second = 0; second < each.getValue().size(); second++) {
                points.append(String.format(
                        Locale.ROOT,
                        "%.1f,%.1f ",
                        x(second + 0.5, seconds),
                        y(logarithm(each.getValue().get(second)), most)));
            }
            svg.curve(points.toString().trim(), colour);
            int y = HEIGHT + 16 + 18 * number;
            svg.rectangle(LEFT, y - 10, 20, 4, colour);
            svg.text(LEFT + 28, y - 2, each.getKey(), false);
            number++;
        }
        return svg.done(WIDTH, HEIGHT + 18 * Math.max(1, number) + 8);
    }

    private static double x(double second, int seconds) {
        return LEFT + (WIDTH - LEFT - RIGHT) * second / seconds;
    }

    private static double y(double logarithm, double most) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * logarithm / most;
    }
}
