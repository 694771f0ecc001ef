package io.godwit.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Values as JSON: integers, strings and booleans as themselves, sequences as arrays, records as objects. What JSON has not got
 * is an object with one key that begins with {@code #}: {@code #set}, {@code #map} (pairs), {@code #mv} (a model value), {@code #text}, and
 * {@code #bigint} for integers that do not fit a double. Apalache's Informal Trace Format is read as well: it has {@code #tup} for
 * sequences, {@code #unserializable} for texts, and text for model values.
 */
final class ValueJson {
    private static final BigInteger LARGEST = BigInteger.ONE.shiftLeft(53);
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Function<String, TlaValue> texts;

    private ValueJson(Function<String, TlaValue> texts) {
        this.texts = texts;
    }

    static JsonNode write(TlaValue value) {
        if (value instanceof TlaValue.Int i) {
            return i.value().abs().compareTo(LARGEST) < 0
                    ? NODES.numberNode(i.value().longValue())
                    : tagged("#bigint", NODES.textNode(i.text()));
        } else if (value instanceof TlaValue.Str s) {
            return NODES.textNode(s.value());
        } else if (value instanceof TlaValue.Bool b) {
            return NODES.booleanNode(b.value());
        } else if (value instanceof TlaValue.Model m) {
            return tagged("#mv", NODES.textNode(m.name()));
        } else if (value instanceof TlaValue.Tuple t) {
            return array(t.elements());
        } else if (value instanceof TlaValue.SetOf s) {
            return tagged("#set", array(s.elements()));
        } else if (value instanceof TlaValue.Rec r) {
            ObjectNode node = NODES.objectNode();
            r.fields().forEach((name, field) -> node.set(name, write(field)));
            return node;
        } else if (value instanceof TlaValue.Fun f) {
            ArrayNode pairs = NODES.arrayNode();
            f.pairs()
                    .forEach((key, image) ->
                            pairs.add(NODES.arrayNode().add(write(key)).add(write(image))));
            return tagged("#map", pairs);
        }
        return tagged("#text", NODES.textNode(value.text()));
    }

    static TlaValue read(JsonNode node, String place) {
        return new ValueJson(TlaValue::of).value(node, place);
    }

    /** The same for the Informal Trace Format. */
    static TlaValue readItf(JsonNode node, String place) {
        return new ValueJson(ValueJson::modelOrString).value(node, place);
    }

    /** Apalache writes values of an uninterpreted type as text with the type behind the last {@code _OF_}. */
    private static TlaValue modelOrString(String text) {
        int type = text.lastIndexOf("_OF_");
        return type > 0 ? new TlaValue.Model(text.substring(0, type)) : new TlaValue.Str(text);
    }

    private TlaValue value(JsonNode node, String place) {
        if (node.isIntegralNumber()) {
            return new TlaValue.Int(node.bigIntegerValue());
        } else if (node.isTextual()) {
            return texts.apply(node.asText());
        } else if (node.isBoolean()) {
            return TlaValue.of(node.asBoolean());
        } else if (node.isArray()) {
            return new TlaValue.Tuple(list(node, place));
        } else if (node.isObject()) {
            return object(node, place);
        }
        throw new TraceException(place + ": not a value: " + node);
    }

    private TlaValue object(JsonNode node, String place) {
        Map<String, TlaValue> fields = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (field.getKey().equals("#meta")) {
                continue;
            } else if (field.getKey().startsWith("#")) {
                return special(field.getKey(), field.getValue(), place + "/" + field.getKey());
            }
            fields.put(field.getKey(), value(field.getValue(), place + "/" + field.getKey()));
        }
        return fields.isEmpty() ? TlaValue.tuple() : new TlaValue.Rec(fields);
    }

    private TlaValue special(String tag, JsonNode node, String place) {
        switch (tag) {
            case "#bigint" -> {
                try {
                    return new TlaValue.Int(new BigInteger(node.asText()));
                } catch (NumberFormatException e) {
                    throw new TraceException(place + ": not a number: " + node, e);
                }
            }
            case "#mv" -> {
                return new TlaValue.Model(node.asText());
            }
            case "#text", "#unserializable" -> {
                return new TlaValue.Opaque(node.asText());
            }
            case "#set" -> {
                return new TlaValue.SetOf(list(node, place));
            }
            case "#tup" -> {
                return new TlaValue.Tuple(list(node, place));
            }
            case "#map" -> {
                Map<TlaValue, TlaValue> pairs = new LinkedHashMap<>();
                for (JsonNode written : node) {
                    JsonNode pair = written.has("#tup") ? written.get("#tup") : written;
                    if (!pair.isArray() || pair.size() != 2) {
                        throw new TraceException(
                                place + ": pairs [argument, value] were expected, but this is " + pair);
                    }
                    pairs.put(value(pair.get(0), place), value(pair.get(1), place));
                }
                return TlaValue.function(pairs);
            }
            default -> throw new TraceException(
                    place + ": unknown kind of value " + tag + "; there are #set, #map, #mv, #bigint and #text");
        }
    }

    private List<TlaValue> list(JsonNode node, String place) {
        if (!node.isArray()) {
            throw new TraceException(place + ": an array was expected, but this is " + node);
        }
        List<TlaValue> values = new ArrayList<>();
        for (JsonNode element : node) {
            values.add(value(element, place + "/" + values.size()));
        }
        return values;
    }

    private static ArrayNode array(List<TlaValue> values) {
        ArrayNode array = NODES.arrayNode();
        values.forEach(value -> array.add(write(value)));
        return array;
    }

    private static ObjectNode tagged(String tag, JsonNode node) {
        return NODES.objectNode().set(tag, node);
    }
}
