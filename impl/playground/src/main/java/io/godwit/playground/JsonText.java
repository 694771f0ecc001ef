package io.godwit.playground;

/**
 * Text of one JSON value, written from its beginning to its end. In a browser there is no reflection, which JSON libraries need.
 * Commas are put where they are needed.
 */
final class JsonText {
    private static final int FIRST_PRINTABLE = 0x20;

    private final StringBuilder text = new StringBuilder();
    private boolean first = true;

    /** Begins an object. */
    JsonText object() {
        return open('{');
    }

    /** Ends an object. */
    JsonText endObject() {
        return close('}');
    }

    /** Begins an array. */
    JsonText array() {
        return open('[');
    }

    /** Ends an array. */
    JsonText endArray() {
        return close(']');
    }

    private JsonText open(char bracket) {
        comma();
        text.append(bracket);
        first = true;
        return this;
    }

    private JsonText close(char bracket) {
        text.append(bracket);
        first = false;
        return this;
    }

    /** The name of the value that comes next, in an object. */
    JsonText name(String name) {
        value(name);
        text.append(':');
        first = true;
        return this;
    }

    /** A string. */
    JsonText value(String value) {
        comma();
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < FIRST_PRINTABLE) {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
        return this;
    }

    /** A number that JavaScript holds exactly: less than 2^53 in size. */
    JsonText value(long value) {
        comma();
        text.append(value);
        return this;
    }

    /** True or false. */
    JsonText value(boolean value) {
        comma();
        text.append(value);
        return this;
    }

    /** A value that is JSON already. */
    JsonText json(String value) {
        comma();
        text.append(value);
        return this;
    }

    private void comma() {
        if (!first) {
            text.append(',');
        }
        first = false;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
