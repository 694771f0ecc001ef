package io.godwit.transport.netty;

import io.godwit.environment.CertificateRole;
import io.godwit.environment.Credentials;
import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SSLException;

/** The roles of certificates: subject alternative names of the kind URI, {@code godwit:member}, {@code godwit:client}, {@code godwit:operator}. */
final class Roles {
    private static final String PREFIX = "godwit:";
    /** The kind of the names, as RFC 5280 numbers it. */
    private static final Integer URI = 6;

    /** The extension that has them. */
    private static final String NAMES = "2.5.29.17";

    private static final Set<CertificateRole> WITHOUT = Credentials.NONE.roles();

    private Roles() {}

    /**
     * What a certificate of another process is worth.
     *
     * @param required whether a certificate without roles is worth nothing
     */
    static Credentials of(X509Certificate certificate, boolean required) {
        Set<CertificateRole> roles = EnumSet.noneOf(CertificateRole.class);
        try {
            List<String> names = names(certificate);
            if (names.isEmpty() && !required) {
                roles.addAll(WITHOUT);
            }
            for (String name : names) {
                for (CertificateRole role : CertificateRole.values()) {
                    if (name.equals(text(role))) {
                        roles.add(role);
                    }
                }
            }
        } catch (CertificateParsingException e) {
            // Names that cannot be read give no role.
            roles.clear();
        }
        return new Credentials(certificate.getSubjectX500Principal().getName().replaceAll("\\p{Cntrl}", "?"), roles);
    }

    /**
     * Checks the roles of an own certificate.
     *
     * @param dialled whether it is a member's
     * @throws SSLException if it has a role that does not exist, or is a member's and lacks that role; the message names the file
     */
    static void check(Path file, X509Certificate certificate, boolean required, boolean dialled) throws SSLException {
        try {
            for (String name : names(certificate)) {
                boolean known = false;
                for (CertificateRole role : CertificateRole.values()) {
                    known |= name.equals(text(role));
                }
                if (!known) {
                    throw new SSLException("TLS: the certificate in " + file + " has the role " + name
                            + ", which does not exist; there are " + text(CertificateRole.MEMBER) + ", "
                            + text(CertificateRole.CLIENT) + " and " + text(CertificateRole.OPERATOR));
                }
            }
        } catch (CertificateParsingException e) {
            throw new SSLException(
                    "TLS: the certificate in " + file + " has subject alternative names that are invalid: "
                            + e.getMessage(),
                    e);
        }
        Credentials own = of(certificate, required);
        if (dialled && !own.allows(CertificateRole.MEMBER)) {
            throw new SSLException("TLS: the certificate in " + file
                    + " is not for a member: it lacks the subject alternative name URI:"
                    + text(CertificateRole.MEMBER));
        }
    }

    private static String text(CertificateRole role) {
        return PREFIX + role.name().toLowerCase(Locale.ROOT);
    }

    /** The names that say a role, known or not. */
    private static List<String> names(X509Certificate certificate) throws CertificateParsingException {
        List<String> names = new ArrayList<>();
        Collection<List<?>> all = certificate.getSubjectAlternativeNames();
        if (all == null && certificate.getExtensionValue(NAMES) != null) {
            // Java leaves all names out if it cannot read one of them, and a role must not get lost.
            throw new CertificateParsingException("one of them cannot be read");
        }
        for (List<?> each : all == null ? List.<List<?>>of() : all) {
            if (each.get(0).equals(URI) && String.valueOf(each.get(1)).startsWith(PREFIX)) {
                names.add((String) each.get(1));
            }
        }
        return names;
    }
}
