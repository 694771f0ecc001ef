package io.godwit.transport.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be used are refused before anybody dials, each by its name. */
class TlsTest {
    @TempDir
    private Path directory;

    private Certificates authority;
    private Path certificate;
    private Path key;

    @BeforeEach
    void issue() throws Exception {
        authority = new Certificates(directory, "ours");
        authority.issue("a");
        certificate = directory.resolve("a.pem");
        key = directory.resolve("a.key");
    }

    private String refused(Path ownCertificate, Path ownKey, Path believed) {
        return assertThrows(SSLException.class, () -> Tls.of(ownCertificate, ownKey, believed, true))
                .getMessage();
    }

    private Path file(String name, String content) throws Exception {
        return Files.writeString(directory.resolve(name), content);
    }

    @Test
    void keyOfAnotherCertificate() throws Exception {
        authority.issue("b");
        Path other = directory.resolve("b.key");
        assertEquals(
                "TLS: the key in " + other + " does not belong to the certificate in " + certificate,
                refused(certificate, other, authority.authority()));
    }

    @Test
    void keyOfAnotherKind() throws Exception {
        for (String algorithm : new String[] {"RSA", "DSA", "Ed25519"}) {
            byte[] encoded = KeyPairGenerator.getInstance(algorithm)
                    .generateKeyPair()
                    .getPrivate()
                    .getEncoded();
            Path other = file(algorithm + ".key", pem("PRIVATE KEY", encoded));
            assertEquals(
                    "TLS: the key in " + other + " does not belong to the certificate in " + certificate,
                    refused(certificate, other, authority.authority()));
        }
    }

    @Test
    void filesWithSomethingElse() throws Exception {
        Path text = file("text.pem", "hello");
        assertEquals(
                "TLS: " + text + " holds no certificate; expected PEM, -----BEGIN CERTIFICATE-----",
                refused(text, key, authority.authority()));
        assertEquals(
                "TLS: " + key + " holds no certificate; expected PEM, -----BEGIN CERTIFICATE-----",
                refused(certificate, key, key));
        assertTrue(
                refused(certificate, text, authority.authority())
                        .startsWith("TLS: " + text + " holds no usable private key"),
                "no key");
        Path old = file("old.key", pem("EC PRIVATE KEY", new byte[] {1, 2, 3}));
        assertTrue(
                refused(certificate, old, authority.authority()).contains(old + " holds no usable private key"),
                "an old key");
        Path broken = file("broken.pem", pem("CERTIFICATE", new byte[] {1, 2, 3}));
        assertTrue(
                refused(broken, key, authority.authority())
                        .startsWith("TLS: a certificate in " + broken + " is invalid"),
                "a broken certificate");
        Path cut = file("cut.pem", "-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----\n");
        assertTrue(
                refused(cut, key, authority.authority()).startsWith("TLS: " + cut + " is invalid"),
                "a cut certificate");
    }

    @Test
    void filesThatAreNotThere() {
        Path none = directory.resolve("none");
        String expected = "TLS: there is no file " + none + " that can be read";
        assertEquals(expected, refused(none, key, authority.authority()));
        assertEquals(expected, refused(certificate, none, authority.authority()));
        assertEquals(expected, refused(certificate, key, none));
        assertEquals(
                "TLS: there is no file " + directory + " that can be read",
                refused(directory, key, authority.authority()));
    }

    @Test
    void expiredCertificateIsRefused() throws Exception {
        authority.expired("old");
        Path old = directory.resolve("old.pem");
        String why = refused(old, directory.resolve("old.key"), authority.authority());
        assertTrue(why.startsWith("TLS: the certificate in " + old + " is valid from "), why);
        assertTrue(why.endsWith(", and not now"), why);
    }

    private Tls dialledAt(String host, String subject, boolean checksHost) throws SSLException {
        return Tls.of(
                directory.resolve(subject + ".pem"),
                directory.resolve(subject + ".key"),
                authority.authority(),
                checksHost,
                false,
                host);
    }

    private void notFor(String host, String subject, String names, String wanted) {
        assertEquals(
                "TLS: the certificate in " + directory.resolve(subject + ".pem") + " is for " + names + ", and host is "
                        + host
                        + ": no member could connect to this one; it needs a certificate with the subject alternative name "
                        + wanted + ", a host that the certificate names, or verify-host: false",
                assertThrows(SSLException.class, () -> dialledAt(host, subject, true))
                        .getMessage());
    }

    @Test
    void certificateOfAnotherHost() throws Exception {
        authority.issueFor("b", "b.example.org", "*.pool.example.org", "10.0.0.2");
        for (String host : new String[] {"b.example.org", "B.Example.org", "7.pool.example.org", "10.0.0.2"}) {
            assertNotNull(dialledAt(host, "b", true));
        }
        String names = "DNS:b.example.org, DNS:*.pool.example.org, IP:10.0.0.2";
        notFor("10.0.0.1", "b", names, "IP:10.0.0.1");
        notFor("example.org", "b", names, "DNS:example.org");
        notFor("7.8.pool.example.org", "b", names, "DNS:7.8.pool.example.org");
        assertNotNull(dialledAt("10.0.0.1", "b", false));
    }

    @Test
    void certificateWithoutSubjectAlternativeNames() throws Exception {
        authority.issueFor("c.example.org");
        assertNotNull(dialledAt("c.example.org", "c.example.org", true));
        notFor("10.0.0.1", "c.example.org", "CN=c.example.org, without a subject alternative name", "IP:10.0.0.1");
    }

    @Test
    void othersNeedNotBeOfTheSameAuthority() throws Exception {
        Path theirs = Files.createDirectory(directory.resolve("theirs"));
        assertNotNull(
                Tls.of(certificate, key, new Certificates(theirs, "theirs").authority(), true, false, "127.0.0.1"));
    }

    @Test
    void oneFileMayHoldAll() throws Exception {
        Path all = file(
                "all.pem",
                "issued today\n" + Files.readString(key) + Files.readString(certificate)
                        + Files.readString(authority.authority()));
        assertNotNull(Tls.of(all, all, authority.authority(), true));
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n" + Base64.getEncoder().encodeToString(content) + "\n-----END " + kind
                + "-----\n";
    }
}
