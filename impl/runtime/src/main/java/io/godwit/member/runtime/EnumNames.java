package io.godwit.member.runtime;

import java.util.Locale;

/** Names of enum constants in configurations, metrics and events. */
public final class EnumNames {
    private EnumNames() {}

    /** The name of a constant in lower case, its words joined by hyphens. */
    public static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
