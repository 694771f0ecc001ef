package io.godwit.transport.netty;

import io.netty.util.NetUtil;
import java.io.IOException;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority, and certificates by it, as files. */
public final class Certificates {
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final Duration LIFE = Duration.ofDays(1);
    private static final String[] HERE = {"localhost", "127.0.0.1"};

    private final Path directory;
    private final KeyPair authority;
    private final X500Name name;

    /** A new authority. */
    public Certificates(Path directory, String name) throws IOException, GeneralSecurityException {
        this.directory = directory;
        this.name = new X500Name("CN=" + name);
        this.authority = keys();
        write(
                "authority.pem",
                "CERTIFICATE",
                certificate(this.name, authority, true, LIFE).getEncoded());
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private X509Certificate certificate(
            X500Name subject, KeyPair keys, boolean isAuthority, Duration life, String... hosts)
            throws IOException, GeneralSecurityException {
        Instant now = Instant.now();
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name,
                BigInteger.valueOf(now.toEpochMilli()),
                Date.from(now.minus(Duration.ofDays(1))),
                Date.from(now.plus(life)),
                subject,
                keys.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
        if (hosts.length > 0) {
            GeneralName[] names = Stream.of(hosts)
                    .map(host -> new GeneralName(kind(host), host))
                    .toArray(GeneralName[]::new);
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
        }
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder(SIGNATURE).build(authority.getPrivate())));
        } catch (OperatorCreationException e) {
            throw new GeneralSecurityException(e);
        }
    }

    private static int kind(String name) {
        if (name.contains(":")) {
            return GeneralName.uniformResourceIdentifier;
        }
        return NetUtil.isValidIpV4Address(name) ? GeneralName.iPAddress : GeneralName.dNSName;
    }

    /** What a process with a certificate of its own by this authority uses. */
    public Tls issue(String subject) throws IOException, GeneralSecurityException {
        return issue(subject, directory.resolve("authority.pem"));
    }

    /** The same for one who believes another authority. */
    public Tls issue(String subject, Path believed) throws IOException, GeneralSecurityException {
        write(subject, LIFE, HERE);
        return Tls.of(directory.resolve(subject + ".pem"), directory.resolve(subject + ".key"), believed, true);
    }

    /** Writes a certificate that is over since an hour ago, and its key. */
    public void expired(String subject) throws IOException, GeneralSecurityException {
        write(subject, Duration.ofHours(-1), HERE);
    }

    /** What a process on this machine uses whose certificate has these roles, such as {@code godwit:client}. */
    public Tls issueAs(String subject, String... roles) throws IOException, GeneralSecurityException {
        write(subject, LIFE, Stream.concat(Stream.of(HERE), Stream.of(roles)).toArray(String[]::new));
        return Tls.of(directory.resolve(subject + ".pem"), directory.resolve(subject + ".key"), authority(), true);
    }

    /** Writes a certificate that is for these names, IPv4 addresses and URIs, or for none, and its key. */
    public void issueFor(String subject, String... hosts) throws IOException, GeneralSecurityException {
        write(subject, LIFE, hosts);
    }

    private void write(String subject, Duration life, String... hosts) throws IOException, GeneralSecurityException {
        KeyPair keys = keys();
        X509Certificate certificate = certificate(new X500Name("CN=" + subject), keys, false, life, hosts);
        write(subject + ".pem", "CERTIFICATE", certificate.getEncoded());
        write(subject + ".key", "PRIVATE KEY", keys.getPrivate().getEncoded());
    }

    /** The authority's own certificate. */
    public Path authority() {
        return directory.resolve("authority.pem");
    }

    private void write(String file, String kind, byte[] content) throws IOException {
        Path path = directory.resolve(file);
        try (Writer out = Files.newBufferedWriter(path)) {
            out.write("-----BEGIN " + kind + "-----\n");
            out.write(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content));
            out.write("\n-----END " + kind + "-----\n");
        }
    }
}
