package io.godwit.bench.comparison;

import io.godwit.bench.comparison.LatencyChart.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A plot of bars in groups, from the left to the right. */
final class BarChart {
    private static final int LONGEST = 410;
    private static final int LEFT = 240;
    private static final int RIGHT = 110;
    private static final int BAR = 22;
    private static final int THIN = 17;
    private static final int INDENT = 80;
    /** At most, in pixels, on average. */
    private static final int CHARACTER = 7;

    private final String title;
    private final boolean logarithmic;
    private final List<Bar> bars = new ArrayList<>();

    private record Bar(String group, String name, double value, String unit) {}

    private BarChart(String title, boolean logarithmic) {
        this.title = title;
        this.logarithmic = logarithmic;
    }

    /** A plot without bars, whose lengths are as the values. */
    public static BarChart linear(String title) {
        return new BarChart(title, false);
    }

    /** A plot without bars, whose lengths are as the logarithms of the values; the shortest bar is a tenth of the least one. */
    public static BarChart logarithmic(String title) {
        return new BarChart(title + " (logarithmic)", true);
    }

    /**
     * Adds a bar below the others.
     *
     * @param group stands before the first bar of it
     * @param name of the bar; Godwit's own have another colour
     * @param value 0 or more
     */
    public BarChart with(String group, String name, double value, String unit) {
        bars.add(new Bar(group, name, value, unit));
        return this;
    }

    /** The picture. */
    public String svg() {
        double most = bars.stream().mapToDouble(Bar::value).max().orElse(1);
        double least =
                bars.stream().mapToDouble(Bar::value).filter(it -> it > 0).min().orElse(1);
        int names = bars.stream().mapToInt(it -> it.name().length()).max().orElse(0);
        int left = Math.max(LEFT, INDENT + 10 + CHARACTER * (names + 1));
        Svg svg = new Svg();
        svg.text(10, 22, title, true);
        int y = 40;
        String before = "";
        for (Bar bar : bars) {
            if (!bar.group().equals(before)) {
                y += 12;
                svg.text(10, y + 15, bar.group(), true);
                before = bar.group();
            }
            double length = Math.max(2, LONGEST * share(bar.value(), least / 10, most));
            svg.text(INDENT + 10, y + 14, bar.name(), false);
            svg.rectangle(
                    left, y, length, THIN, bar.name().startsWith("Godwit") ? LatencyChart.OWN : LatencyChart.OTHER);
            svg.text(left + length + 8, y + 14, words(bar), false);
            y += BAR;
        }
        return svg.done(left + LONGEST + RIGHT, y + 20);
    }

    private double share(double value, double least, double most) {
        if (value <= 0 || most <= 0) {
            return 0;
        }
        return logarithmic ? Math.log(value / least) / Math.log(most / least) : value / most;
    }

    private static String words(Bar bar) {
        return String.format(Locale.ROOT, bar.value() < 100 ? "%.2f %s" : "%,.0f %s", bar.value(), bar.unit());
    }
}
