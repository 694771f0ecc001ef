package io.godwit.modelcheck;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.modelcheck.manifest.ManifestEntry;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Entries for tests, from a few lines of JSON with single quotes. */
public final class TestEntries {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String DEFAULTS =
            "{'name':'e','module':'spec/A.tla','kind':'benign','cfg':'models/A.cfg','tier':'quick',"
                    + "'faults':'none','says':'x','expect':{'verdict':'holds','distinct':10,'generated':20},'line':7}";

    private TestEntries() {}

    /** An entry that differs from the default one in these keys. */
    public static ManifestEntry entry(String json) {
        try {
            ObjectNode node = (ObjectNode) MAPPER.readTree(DEFAULTS.replace('\'', '"'));
            node.setAll((ObjectNode) MAPPER.readTree(("{" + json + "}").replace('\'', '"')));
            return MAPPER.treeToValue(node, ManifestEntry.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
