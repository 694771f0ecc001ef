package io.godwit.environment;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What is known about the other side of a connection.
 *
 * @param name the subject of its certificate, for people; empty if it has shown none
 * @param roles what it may be
 */
public record Credentials(String name, Set<CertificateRole> roles) {
    /** Those of a process that has shown no certificate, because connections are not encrypted. */
    public static final Credentials NONE = new Credentials("", Set.of(CertificateRole.MEMBER, CertificateRole.CLIENT));

    /** Copies the roles. */
    public Credentials {
        roles = Set.copyOf(roles);
    }

    /** Whether the other side may be this. Members may be clients: they take numbers from the cluster. */
    public boolean allows(CertificateRole role) {
        return roles.contains(role) || (role == CertificateRole.CLIENT && roles.contains(CertificateRole.MEMBER));
    }

    /** Why a role that is needed is refused, for people. */
    public String refusal(CertificateRole needed) {
        List<String> own = roles.stream().sorted().map(Credentials::text).toList();
        return "its certificate (" + name + ") has "
                + (own.isEmpty() ? "no role" : "the role " + String.join(" and ", own)) + "; " + text(needed)
                + " is needed";
    }

    private static String text(CertificateRole role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
