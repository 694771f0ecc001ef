package io.godwit.conformance.corpus;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Writes values in the syntax of TLA+. */
final class ValueText {
    private final ValueTable values;
    private final StringBuilder text;

    ValueText(ValueTable values, StringBuilder text) {
        this.values = values;
        this.text = text;
    }

    void append(int id) {
        switch (values.kind(id)) {
            case NUMBER -> text.append(values.number(id));
            case TEXT -> text.append('"').append(values.text(id)).append('"');
            case TRUTH -> text.append(values.truth(id) ? "TRUE" : "FALSE");
            case SET -> text.append(Arrays.stream(values.items(id))
                    .mapToObj(values::show)
                    .sorted()
                    .collect(Collectors.joining(", ", "{", "}")));
            case SEQUENCE -> text.append(Arrays.stream(values.items(id))
                    .mapToObj(values::show)
                    .collect(Collectors.joining(", ", "<<", ">>")));
            case RECORD -> pairs(id, values.shape(id).fields(), " |-> ", "[", ", ", "]");
            case FUNCTION -> pairs(
                    id, values.shape(id).domain().stream().map(values::show).toList(), " :> ", "(", " @@ ", ")");
        }
    }

    private void pairs(int id, List<String> keys, String arrow, String open, String between, String close) {
        int[] items = values.items(id);
        text.append(open);
        for (int i = 0; i < items.length; i++) {
            text.append(i == 0 ? "" : between).append(keys.get(i)).append(arrow);
            append(items[i]);
        }
        text.append(close);
    }
}
