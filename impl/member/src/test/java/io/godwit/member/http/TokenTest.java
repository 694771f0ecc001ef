package io.godwit.member.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTest {
    @TempDir
    private Path directory;

    private void refuses(String why, String content) throws IOException {
        Path file = directory.resolve("bad");
        Files.writeString(file, content);
        ConfigException refused = assertThrows(ConfigException.class, () -> Token.read(file));
        assertEquals(file + ": " + why, refused.getMessage());
        assertThrows(ConfigException.class, () -> Token.readOrCreate(file), "it is not overwritten");
        assertEquals(content, Files.readString(file));
    }

    @Test
    void createdTokenIsRandomAndItsOwnersOnly() throws Exception {
        Path file = directory.resolve("token");
        Token token = Token.readOrCreate(file);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertTrue(Files.readString(file).matches("[0-9a-f]{64}\n"));
        assertEquals("Bearer " + Files.readString(file).strip(), token.header());
        assertEquals(token.header(), Token.readOrCreate(file).header(), "the same at the next start");
        assertNotEquals(
                token.header(), Token.readOrCreate(directory.resolve("other")).header());
    }

    @Test
    void onlyTheWholeTokenMatches() throws Exception {
        Path file = directory.resolve("token");
        Files.writeString(file, "  sixteen-letters!\r\n");
        Token token = Token.read(file);
        assertTrue(token.matches("sixteen-letters!"));
        for (String wrong : new String[] {"", "sixteen-letters", "sixteen-letters!!", "Sixteen-letters!", "ßßßß"}) {
            assertFalse(token.matches(wrong), wrong);
        }
    }

    @Test
    void fileWithoutTokenIsRefusedByName() throws Exception {
        String shape =
                "the token file must hold one line of 16 to 1024 letters, digits and punctuation marks, without blanks";
        refuses("the token file is empty", "");
        refuses("the token file is empty", " \n");
        refuses(shape, "fifteen-letters");
        refuses(shape, "two lines of more\nthan sixteen letters\n");
        refuses(shape, "sechzehn-zeichen-ü");
        refuses(shape, "x".repeat(1025));
        Path missing = directory.resolve("missing");
        assertEquals(
                missing + ": there is no such token file",
                assertThrows(ConfigException.class, () -> Token.read(missing)).getMessage());
        assertTrue(assertThrows(ConfigException.class, () -> Token.read(directory))
                .getMessage()
                .startsWith(directory + ": the token file cannot be read: "));
        assertTrue(assertThrows(ConfigException.class, () -> Token.readOrCreate(missing.resolve("token")))
                .getMessage()
                .startsWith(missing.resolve("token") + ": the token file cannot be created: "));
    }
}
