package io.godwit.transport.netty;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * Files from which encryption is made.
 *
 * @param host as in {@link Tls#of(Path, Path, Path, boolean, boolean, String)}
 */
record TlsSource(Path certificate, Path key, Path authorities, boolean checksHost, boolean requiresRole, String host) {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    /** Makes it from what the files hold now; the message of an exception names the file. */
    Tls.Contexts load() throws SSLException {
        X509Certificate[] chain = Pem.certificates(certificate);
        PrivateKey secret = Pem.key(key);
        X509Certificate[] believed = Pem.certificates(authorities);
        checkTime(certificate, chain[0]);
        if (!belong(secret, chain[0].getPublicKey())) {
            throw new SSLException("TLS: the key in " + key + " does not belong to the certificate in " + certificate);
        }
        Roles.check(certificate, chain[0], requiresRole, host != null);
        if (checksHost && host != null) {
            OwnHost.check(certificate, secret, chain, host);
        }
        return new Tls.Contexts(
                SslContextBuilder.forServer(secret, chain)
                        .trustManager(believed)
                        .clientAuth(ClientAuth.REQUIRE)
                        .sslProvider(SslProvider.JDK)
                        .protocols(PROTOCOLS)
                        .build(),
                SslContextBuilder.forClient()
                        .keyManager(secret, chain)
                        .trustManager(believed)
                        .sslProvider(SslProvider.JDK)
                        .protocols(PROTOCOLS)
                        .endpointIdentificationAlgorithm(checksHost ? Tls.CHECK : null)
                        .build(),
                chain[0]);
    }

    /** A text that is another one whenever the files are; what cannot be read counts as absent. */
    String fingerprint() {
        StringBuilder all = new StringBuilder();
        for (Path file : List.of(certificate, key, authorities)) {
            try {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                all.append(HexFormat.of().formatHex(hash)).append(' ');
            } catch (IOException e) {
                all.append("absent ");
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
        return all.toString();
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
}
