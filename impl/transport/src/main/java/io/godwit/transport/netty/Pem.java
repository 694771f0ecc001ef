package io.godwit.transport.netty;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Reads certificates and private keys from PEM files. Each error names the file. */
final class Pem {
    /** A file may hold other blocks, and text between them. */
    private static final String BLOCK = "-----BEGIN [^-\\r\\n]*%1$s-----([^-]+)-----END [^-\\r\\n]*%1$s-----";

    private static final Pattern CERTIFICATE = Pattern.compile(String.format(BLOCK, "CERTIFICATE"));
    private static final Pattern KEY = Pattern.compile(String.format(BLOCK, "PRIVATE KEY"));
    /** A PKCS #8 file names its algorithm, but Java has to be asked for each. */
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "DSA");

    private Pem() {}

    /** All certificates of a file, 1 or more. */
    static X509Certificate[] certificates(Path file) throws SSLException {
        List<X509Certificate> found = new ArrayList<>();
        Matcher blocks = CERTIFICATE.matcher(text(file));
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            while (blocks.find()) {
                found.add(
                        (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(content(file, blocks))));
            }
        } catch (GeneralSecurityException e) {
            throw new SSLException("TLS: a certificate in " + file + " is invalid: " + e.getMessage(), e);
        }
        if (found.isEmpty()) {
            throw new SSLException("TLS: " + file + " holds no certificate; expected PEM, -----BEGIN CERTIFICATE-----");
        }
        return found.toArray(X509Certificate[]::new);
    }

    /** The first private key of a file. */
    static PrivateKey key(Path file) throws SSLException {
        Matcher block = KEY.matcher(text(file));
        if (block.find()) {
            PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(content(file, block));
            for (String algorithm : ALGORITHMS) {
                try {
                    return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
                } catch (InvalidKeySpecException e) {
                    // One of another kind, or none at all.
                } catch (GeneralSecurityException e) {
                    throw new SSLException("TLS: this Java version does not support keys of kind " + algorithm, e);
                }
            }
        }
        throw new SSLException("TLS: " + file + " holds no usable private key: expected PEM, PKCS #8, not encrypted;"
                + " openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW converts others");
    }

    private static byte[] content(Path file, Matcher block) throws SSLException {
        try {
            return Base64.getMimeDecoder().decode(block.group(1));
        } catch (IllegalArgumentException e) {
            throw new SSLException("TLS: " + file + " is invalid: " + e.getMessage(), e);
        }
    }

    private static String text(Path file) throws SSLException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new SSLException("TLS: there is no file " + file + " that can be read");
        }
        try {
            // What is not ASCII is between blocks, or no PEM.
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new SSLException("TLS: " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
