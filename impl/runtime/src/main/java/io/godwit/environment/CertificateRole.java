package io.godwit.environment;

/** What the holder of a certificate may be: {@code docs/operate/access.md}. */
public enum CertificateRole {
    /** A member of the cluster, which may also do what clients do. */
    MEMBER,
    /** A client, which reads and writes maps. */
    CLIENT,
    /** Somebody who may give commands to members. */
    OPERATOR
}
