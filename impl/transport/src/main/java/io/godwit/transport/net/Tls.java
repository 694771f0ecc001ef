package io.godwit.transport.net;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLException;

/** Encryption, with both ends showing a certificate. */
public final class Tls {
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
     * @param certificate the own certificate, and those between it and the authority
     * @param key its private key, PKCS #8, not encrypted
     * @param authorities whose certificates are believed
     * @param checksHost must a certificate be for the host that was dialled?
     * @throws SSLException if a file cannot be read or has something else in it
     */
    public static Tls of(Path certificate, Path key, Path authorities, boolean checksHost) throws SSLException {
        for (Path file : List.of(certificate, key, authorities)) {
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new SSLException("TLS: there is no file " + file + " that can be read");
            }
        }
        try {
            SslContext server = SslContextBuilder.forServer(certificate.toFile(), key.toFile())
                    .trustManager(authorities.toFile())
                    .clientAuth(ClientAuth.REQUIRE)
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOLS)
                    .build();
            SslContext client = SslContextBuilder.forClient()
                    .keyManager(certificate.toFile(), key.toFile())
                    .trustManager(authorities.toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOLS)
                    .endpointIdentificationAlgorithm(checksHost ? "HTTPS" : null)
                    .build();
            return new Tls(server, client, checksHost);
        } catch (IllegalArgumentException e) {
            throw new SSLException(e.getMessage(), e);
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
