package io.godwit.trace.build;

import io.godwit.trace.RawState;
import io.godwit.trace.Trace.Kind;
import java.util.LinkedHashMap;
import java.util.Map;

/** What sort of step an action is, by its name; a lens may say otherwise. */
final class Kinds {
    private static final Map<String, Kind> BY_WORD = new LinkedHashMap<>();

    static {
        BY_WORD.put("Crash", Kind.CRASH);
        BY_WORD.put("Restart", Kind.RESTART);
        BY_WORD.put("Rejoin", Kind.RESTART);
        BY_WORD.put("Cut", Kind.CUT);
        BY_WORD.put("Partition", Kind.CUT);
        BY_WORD.put("Isolate", Kind.CUT);
        BY_WORD.put("Disconnect", Kind.CUT);
        BY_WORD.put("Heal", Kind.HEAL);
        BY_WORD.put("Reconnect", Kind.HEAL);
        BY_WORD.put("Lose", Kind.LOSS);
        BY_WORD.put("Loss", Kind.LOSS);
        BY_WORD.put("DropMessage", Kind.LOSS);
        BY_WORD.put("Duplicate", Kind.DUPLICATE);
        BY_WORD.put("Suspect", Kind.SUSPECT);
        BY_WORD.put("FalseSuspicion", Kind.SUSPECT);
        BY_WORD.put("Client", Kind.CLIENT);
        BY_WORD.put("Invoke", Kind.CLIENT);
    }

    private Kinds() {}

    static Kind of(String action) {
        if (action.equals(RawState.INIT)) {
            return Kind.INIT;
        }
        for (Map.Entry<String, Kind> entry : BY_WORD.entrySet()) {
            String word = entry.getKey();
            boolean whole = action.length() == word.length();
            if (action.startsWith(word) && (whole || !Character.isLowerCase(action.charAt(word.length())))) {
                return entry.getValue();
            }
        }
        return Kind.STEP;
    }
}
