package io.godwit.page;

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
        return resource(Html.class, "base.css");
    }

    /** The script that chooses between light and dark; it wants a button with the id {@code theme}. */
    public static String themeScript() {
        return resource(Html.class, "theme.js");
    }

    /**
     * A page that shows members: a template with the shared styles and scripts in the places that it names in comments, such as
     * {@code /*base.css*}{@code /}.
     */
    public static String withSharedParts(String template) {
        return template.replace("/*base.css*/", baseCss())
                .replace("/*cluster.css*/", resource(Html.class, "cluster.css"))
                .replace("/*viewer.css*/", resource(Html.class, "viewer.css"))
                .replace("/*theme.js*/", themeScript())
                .replace("/*cluster.js*/", resource(Html.class, "cluster.js"))
                .replace("/*viewer.js*/", resource(Html.class, "viewer.js"));
    }

    /** A text that is stored beside a class. */
    public static String resource(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
