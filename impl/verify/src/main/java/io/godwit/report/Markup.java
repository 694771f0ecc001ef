package io.godwit.report;

import io.godwit.page.Html;
import java.util.Locale;

/** Builds HTML; everything that is not markup goes through {@link #text}. */
final class Markup {
    private final StringBuilder out = new StringBuilder();

    /** Markup as it is. */
    Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Text, escaped. */
    Markup text(String text) {
        out.append(Html.escape(text));
        return this;
    }

    /** An element with a class and text. */
    Markup element(String tag, String cssClass, String text) {
        raw("<" + tag + (cssClass.isEmpty() ? "" : " class=\"" + Html.escape(cssClass) + "\"") + ">")
                .text(text)
                .raw("</" + tag + ">");
        return this;
    }

    /** A cell of a table, with the value that it is sorted by. */
    Markup cell(String sortKey, String cssClass, String text) {
        raw("<td data-sort=\"" + Html.escape(sortKey) + "\""
                        + (cssClass.isEmpty() ? "" : " class=\"" + Html.escape(cssClass) + "\"") + ">")
                .text(text)
                .raw("</td>");
        return this;
    }

    /** The same, sorted by its text. */
    Markup cell(String text) {
        return cell(text, "", text);
    }

    /** A number with separators, sorted by its value. */
    Markup number(long value) {
        return cell(String.valueOf(value), "num", value == 0 ? "–" : grouped(value));
    }

    /** 1,234,567. */
    static String grouped(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A duration in readable form. */
    static String seconds(double seconds) {
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        return String.format(Locale.ROOT, "%d min %02d s", (long) seconds / 60, (long) seconds % 60);
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
