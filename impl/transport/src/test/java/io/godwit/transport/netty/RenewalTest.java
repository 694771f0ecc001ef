package io.godwit.transport.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that change while they are in use. */
class RenewalTest {
    @TempDir
    private Path directory;

    private final List<String> lines = new ArrayList<>();
    private Certificates authority;
    private Tls tls;

    @BeforeEach
    void issue() throws Exception {
        authority = new Certificates(directory, "ours");
        tls = authority.issueAs("a", "godwit:client");
        tls.onRenewal(lines::add);
    }

    private Path pem() {
        return directory.resolve("a.pem");
    }

    private void renewTwice() {
        tls.renew();
        tls.renew();
    }

    @Test
    void filesThatStayAreNotReadAnew() {
        Object before = tls.server();
        renewTwice();
        renewTwice();
        assertSame(before, tls.server());
        assertEquals(List.of(), lines);
    }

    @Test
    void newFilesAreUsedWhenTheyWereTheSameTwice() throws Exception {
        Object server = tls.server();
        Object client = tls.client();
        authority.issueAs("a", "godwit:client");
        tls.renew();
        assertSame(server, tls.server(), "they may still be written");
        authority.issueAs("a", "godwit:client");
        tls.renew();
        assertSame(server, tls.server(), "they have changed again");
        tls.renew();
        assertNotSame(server, tls.server());
        assertNotSame(client, tls.client());
        assertEquals(1, lines.size());
        assertTrue(
                lines.get(0).startsWith("TLS: the new certificate in " + pem() + " is in use, valid until "),
                lines::toString);
        renewTwice();
        assertEquals(1, lines.size());
    }

    @Test
    void damagedFilesAreReportedOnceAndTheOldOnesStay() throws Exception {
        Object before = tls.server();
        Files.writeString(pem(), "damaged");
        renewTwice();
        renewTwice();
        assertSame(before, tls.server());
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(
                lines.get(0)
                        .startsWith(
                                "TLS: " + pem() + " holds no certificate; expected PEM, -----BEGIN CERTIFICATE-----;"
                                        + " the files have changed, and the old certificates stay in use, valid until "),
                lines::toString);
        Files.delete(directory.resolve("a.key"));
        renewTwice();
        assertEquals(2, lines.size(), "other damage is told as well");
        assertSame(before, tls.server());
        authority.issueAs("a", "godwit:member");
        renewTwice();
        assertNotSame(before, tls.server());
        assertEquals(3, lines.size());
    }

    @Test
    void keyOfAnotherCertificateIsNotUsed() throws Exception {
        Object before = tls.server();
        authority.issueAs("b");
        Files.copy(directory.resolve("b.pem"), pem(), StandardCopyOption.REPLACE_EXISTING);
        renewTwice();
        assertSame(before, tls.server());
        assertTrue(lines.get(0).contains(" does not belong to the certificate in "), lines::toString);
    }
}
