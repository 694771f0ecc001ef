package io.godwit.member.runtime;

import java.util.Locale;

/** The elements of enumerations as configurations, metrics and events have them. */
public final class EnumNames {
    private EnumNames() {}

    /** The name of an element in lower case, its words joined by hyphens. */
    public static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
