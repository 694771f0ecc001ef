package io.godwit.transport.netty;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLException;

/** Encryption with mutual authentication: both ends present a certificate. */
public final class Tls {
    /** The Java setting that requires a certificate for the dialled host. */
    static final String CHECK = "HTTPS";

    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final SslContext server;
    private final SslContext client;
    private final boolean checksHost;

    private Tls(SslContext server, SslContext client, boolean checksHost) {
        this.server = server;
        this.client = client;
        this.checksHost = checksHost;
    }

    /**
     * Encryption with certificates from PEM files.
     *
     * @param certificate the own certificate chain
     * @param key its private key, PKCS #8, not encrypted
     * @param authorities certificates of the trusted authorities
     * @param checksHost whether a certificate must be valid for the dialled host
     * @throws SSLException if a file cannot be read or is invalid, the key does not belong to the certificate, or the
     *     certificate is not valid now; the message names the file
     */
    public static Tls of(Path certificate, Path key, Path authorities, boolean checksHost) throws SSLException {
        return of(certificate, key, authorities, checksHost, null);
    }

    /**
     * Creates encryption for a process that others dial.
     *
     * @param host the host that they dial; if hosts are checked, the own certificate must name it. Null if nobody dials
     * @throws SSLException also if the certificate is for another host
     */
    public static Tls of(Path certificate, Path key, Path authorities, boolean checksHost, String host)
            throws SSLException {
        X509Certificate[] chain = Pem.certificates(certificate);
        PrivateKey secret = Pem.key(key);
        X509Certificate[] believed = Pem.certificates(authorities);
        checkTime(certificate, chain[0]);
        if (!belong(secret, chain[0].getPublicKey())) {
            throw new SSLException("TLS: the key in " + key + " does not belong to the certificate in " + certificate);
        }
        if (checksHost && host != null) {
            OwnHost.check(certificate, secret, chain, host);
        }
        SslContext server = SslContextBuilder.forServer(secret, chain)
                .trustManager(believed)
                .clientAuth(ClientAuth.REQUIRE)
                .sslProvider(SslProvider.JDK)
                .protocols(PROTOCOLS)
                .build();
        SslContext client = SslContextBuilder.forClient()
                .keyManager(secret, chain)
                .trustManager(believed)
                .sslProvider(SslProvider.JDK)
                .protocols(PROTOCOLS)
                .endpointIdentificationAlgorithm(checksHost ? CHECK : null)
                .build();
        return new Tls(server, client, checksHost);
    }

    /** Others would reject it. */
    private static void checkTime(Path file, X509Certificate certificate) throws SSLException {
        try {
            certificate.checkValidity();
        } catch (CertificateException e) {
            throw new SSLException(
                    "TLS: the certificate in " + file + " is valid from "
                            + certificate.getNotBefore().toInstant() + " to "
                            + certificate.getNotAfter().toInstant() + ", and not now",
                    e);
        }
    }

    /** Java itself notices at the first handshake only. */
    private static boolean belong(PrivateKey secret, PublicKey certified) {
        String algorithm = secret.getAlgorithm();
        try {
            Signature signature = Signature.getInstance(
                    switch (algorithm) {
                        case "EC" -> "SHA256withECDSA";
                        case "RSA", "DSA" -> "SHA256with" + algorithm;
                        default -> algorithm;
                    });
            signature.initSign(secret);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            // A key of another kind.
            return false;
        }
    }

    SslContext server() {
        return server;
    }

    SslContext client() {
        return client;
    }

    @Override
    public String toString() {
        return checksHost ? "TLS" : "TLS without host names";
    }
}
