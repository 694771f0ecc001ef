package io.godwit.modelcheck.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.godwit.modelcheck.input.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Results and lists as JSON files. */
public final class ReportJson {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final String CHECK_AGAIN = "Write it again with ./godwit check --json.";

    private ReportJson() {}

    /**
     * Writes the results of a command, and the directory of the file if it is missing.
     */
    public static void write(Record report, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, MAPPER.writeValueAsString(report) + "\n");
    }

    /**
     * Reads the results of {@code check}.
     *
     * @throws BadInputException when the file is something else, or of another version
     * @throws IOException when it cannot be read
     */
    public static CheckReport read(Path file) throws BadInputException, IOException {
        CheckReport report = read(file, CheckReport.class, "a result of check", CHECK_AGAIN);
        if (report.format() != CheckReport.FORMAT) {
            throw new BadInputException(
                    file,
                    0,
                    "format " + report.format() + " is not supported, only " + CheckReport.FORMAT,
                    CHECK_AGAIN);
        }
        return report;
    }

    /**
     * Reads a file.
     *
     * @param what what the file should be, for the message when it is not
     * @param remedy what to do then
     * @throws BadInputException when the file is missing or something else
     * @throws IOException when it cannot be read
     */
    public static <T> T read(Path file, Class<T> type, String what, String remedy)
            throws BadInputException, IOException {
        try {
            return MAPPER.readValue(Files.readString(file), type);
        } catch (NoSuchFileException e) {
            throw new BadInputException(file, 0, "there is no such file", remedy);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new BadInputException(file, line, "not " + what + ": " + e.getOriginalMessage(), remedy);
        }
    }
}
