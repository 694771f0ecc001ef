package io.godwit.trace.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Shared parts of all HTML pages: escaping, style sheets and scripts. */
public final class Html {
    private Html() {}

    /** Text for element content and attribute values. */
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** JSON for a script element: nothing in it can end the element or begin a comment. */
    public static String script(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /** The style that all pages share: colours for light and dark, type, pills, panels. */
    public static String baseCss() {
        return resource("base.css");
    }

    /** The script that chooses between light and dark; it wants a button with the id {@code theme}. */
    public static String themeScript() {
        return resource("theme.js");
    }

    static String resource(String name) {
        try (InputStream in = Html.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
