package io.godwit.modelcheck.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.godwit.modelcheck.input.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reports as JSON files. */
public final class ReportJson {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private ReportJson() {}

    /**
     * Writes a report, and the directory of the file if it is missing.
     *
     * @param report a record, of {@code check} or of another command
     */
    public static void write(Record report, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, MAPPER.writeValueAsString(report) + "\n");
    }

    /**
     * Reads a report.
     *
     * @throws BadInputException when the file is no report
     * @throws IOException when it cannot be read
     */
    public static CheckReport read(Path file) throws BadInputException, IOException {
        try {
            return MAPPER.readValue(Files.readString(file), CheckReport.class);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new BadInputException(
                    file, line, "not a result of check: " + e.getOriginalMessage(), "Write it anew with check --json.");
        }
    }
}
