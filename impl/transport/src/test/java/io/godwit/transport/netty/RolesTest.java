package io.godwit.transport.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.environment.CertificateRole;
import io.godwit.environment.Credentials;
import java.nio.file.Path;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which roles a certificate has, and which own ones are refused. */
class RolesTest {
    private static final Set<CertificateRole> MEMBER_AND_CLIENT =
            Set.of(CertificateRole.MEMBER, CertificateRole.CLIENT);

    @TempDir
    private Path directory;

    private Certificates authority;

    @BeforeEach
    void found() throws Exception {
        authority = new Certificates(directory, "ours");
    }

    private Path certificate(String... names) throws Exception {
        authority.issueFor("a", names);
        return directory.resolve("a.pem");
    }

    private Set<CertificateRole> roles(boolean required, String... names) throws Exception {
        Credentials credentials = Roles.of(Pem.certificates(certificate(names))[0], required);
        assertEquals("CN=a", credentials.name());
        return credentials.roles();
    }

    @Test
    void rolesAreUris() throws Exception {
        for (boolean required : new boolean[] {false, true}) {
            assertEquals(Set.of(CertificateRole.MEMBER), roles(required, "127.0.0.1", "godwit:member"));
            assertEquals(Set.of(CertificateRole.CLIENT), roles(required, "godwit:client", "example.org"));
            assertEquals(
                    Set.of(CertificateRole.OPERATOR, CertificateRole.CLIENT),
                    roles(required, "godwit:operator", "godwit:client"));
        }
    }

    @Test
    void certificateWithoutRolesIsAMembersAndAClientsUnlessRolesAreRequired() throws Exception {
        assertEquals(MEMBER_AND_CLIENT, roles(false, "127.0.0.1"));
        assertEquals(MEMBER_AND_CLIENT, roles(false));
        assertEquals(MEMBER_AND_CLIENT, roles(false, "spiffe://example.org/member"));
        assertEquals(Set.of(), roles(true, "127.0.0.1"));
        assertEquals(Set.of(), roles(true));
    }

    @Test
    void roleThatDoesNotExistGivesNothing() throws Exception {
        for (boolean required : new boolean[] {false, true}) {
            assertEquals(Set.of(), roles(required, "godwit:opertor"));
            assertEquals(Set.of(), roles(required, "godwit:MEMBER"));
            assertEquals(Set.of(), roles(required, "godwit:member/"));
            assertEquals(Set.of(CertificateRole.CLIENT), roles(required, "godwit:client", "godwit:x"));
        }
    }

    @Test
    void namesThatCannotBeReadGiveNoRole() throws Exception {
        for (boolean required : new boolean[] {false, true}) {
            assertEquals(Set.of(), roles(required, "godwit:client", "godwit:"));
            assertEquals(Set.of(), roles(required, "godwit:member", "no: uri"));
        }
        refused("has subject alternative names that are invalid: one of them cannot be read", false, "h", "godwit:");
    }

    private Tls own(boolean required, String host, String... names) throws Exception {
        Path certificate = certificate(names);
        return Tls.of(certificate, directory.resolve("a.key"), authority.authority(), false, required, host);
    }

    private void refused(String why, boolean required, String host, String... names) {
        assertEquals(
                "TLS: the certificate in " + directory.resolve("a.pem") + " " + why,
                assertThrows(SSLException.class, () -> own(required, host, names))
                        .getMessage());
    }

    @Test
    void ownCertificateWithARoleThatDoesNotExistIsRefused() {
        String why =
                "has the role godwit:opertor, which does not exist; there are godwit:member, godwit:client and godwit:operator";
        refused(why, false, null, "godwit:opertor");
        refused(why, false, "h", "godwit:member", "godwit:opertor");
    }

    @Test
    void membersOwnCertificateIsForAMember() throws Exception {
        String why = "is not for a member: it lacks the subject alternative name URI:godwit:member";
        refused(why, false, "h", "godwit:client");
        refused(why, false, "h", "godwit:operator");
        refused(why, true, "h", "127.0.0.1");
        assertNotNull(own(true, "h", "godwit:member"));
        assertNotNull(own(false, "h", "127.0.0.1"));
        assertNotNull(own(true, null, "godwit:client"));
    }
}
