package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.utils.JsonNodes;

/** Where the values of a manifest stand in its text. */
final class Lines {
    private Lines() {}

    /** The line where a value begins; the first one for a value that is not from a text. */
    static int of(JsonNode node) {
        JsonLocation location = node == null ? null : JsonNodes.tokenLocationOf(node);
        return location == null ? 1 : location.getLineNr();
    }
}
