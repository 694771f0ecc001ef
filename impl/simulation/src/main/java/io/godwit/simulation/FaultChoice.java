package io.godwit.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which faults plans are made of.
 *
 * @param mixed each seed takes a few of them; else each seed takes all of them
 * @param plain faults at any time
 * @param aimed faults when a window opens
 */
public record FaultChoice(boolean mixed, List<FaultKind> plain, List<Aimed> aimed) {
    /** A fault for a window. */
    public record Aimed(FaultKind kind, String window) {}

    /** The window that is open whenever there is a master. Faults wait for it that are to hit the master; no seed draws others for it. */
    public static final String OPEN = "master";

    /** Faults that make sense at a single moment. */
    private static final List<FaultKind> AIMABLE = List.of(
            FaultKind.CRASH,
            FaultKind.REBOOT,
            FaultKind.PAUSE,
            FaultKind.ISOLATE,
            FaultKind.ONE_WAY,
            FaultKind.SUSPECT);

    /** All faults, at any time and in all windows; each seed takes a few. Some seeds have load as well ({@link PlanVariants}). */
    public static FaultChoice all(List<String> windows) {
        List<Aimed> aimed = new ArrayList<>();
        for (String window : windows) {
            if (!window.equals(OPEN)) {
                AIMABLE.forEach(kind -> aimed.add(new Aimed(kind, window)));
            }
        }
        return new FaultChoice(true, FaultKind.faults(), aimed);
    }

    /** No faults. */
    public static FaultChoice none() {
        return new FaultChoice(false, List.of(), List.of());
    }

    /**
     * Reads a list such as {@code crash,halves,pause@promotion}, or {@code all}, or {@code none}.
     *
     * @param windows the windows of the protocol
     * @throws InputException when it names what is not there
     */
    public static FaultChoice parse(String list, List<String> windows) {
        if (list.equals("all")) {
            return all(windows);
        } else if (list.equals("none")) {
            return none();
        }
        List<FaultKind> plain = new ArrayList<>();
        List<Aimed> aimed = new ArrayList<>();
        for (String name : list.split(",", -1)) {
            int at = name.indexOf('@');
            FaultKind kind = kind(at < 0 ? name : name.substring(0, at));
            if (at < 0) {
                plain.add(kind);
            } else {
                aimed.add(new Aimed(kind, window(name.substring(at + 1), windows)));
            }
        }
        return new FaultChoice(false, List.copyOf(plain), List.copyOf(aimed));
    }

    private static FaultKind kind(String name) {
        FaultKind kind = FaultKind.of(name);
        if (kind == null) {
            String known =
                    Arrays.stream(FaultKind.values()).map(FaultKind::text).collect(Collectors.joining(", "));
            throw new InputException(
                    "no fault '" + name + "'. There are: " + known + "; each also as FAULT@WINDOW; or all, or none.");
        }
        return kind;
    }

    private static String window(String name, List<String> windows) {
        if (!windows.contains(name)) {
            throw new InputException(
                    "no window '" + name + "'. This protocol has: " + String.join(", ", windows) + ".");
        }
        return name;
    }
}
