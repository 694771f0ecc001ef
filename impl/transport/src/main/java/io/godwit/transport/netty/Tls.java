package io.godwit.transport.netty;

import io.godwit.environment.Credentials;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Encryption with mutual authentication: both ends present a certificate. When its files have changed, new connections use the new
 * ones; connections that are open stay as they are.
 */
public final class Tls {
    /** The Java setting that requires a certificate for the dialled host. */
    static final String CHECK = "HTTPS";

    /** Those of a process of which no certificate is known yet: it may do nothing. */
    static final Credentials NOT_SHOWN = new Credentials("", Set.of());

    private final TlsSource source;
    private final List<Consumer<String>> renewals = new CopyOnWriteArrayList<>();
    private volatile Contexts contexts;
    /** The files from which the contexts in use are. */
    private String used;
    /** The files as they were seen last, if these are not in use. */
    private String seen;
    /** The last files that could not be used. */
    private String refused;

    /**
     * What is made of the files.
     *
     * @param server for connections that others open
     * @param client for connections that this process opens
     * @param own the own certificate
     */
    record Contexts(SslContext server, SslContext client, X509Certificate own) {}

    private Tls(TlsSource source) throws SSLException {
        this.source = source;
        this.used = source.fingerprint();
        this.contexts = source.load();
    }

    /**
     * Encryption with certificates from PEM files, for a process that nobody dials.
     *
     * @param certificate the own certificate chain
     * @param key its private key, PKCS #8, not encrypted
     * @param authorities certificates of the trusted authorities
     * @param checksHost whether a certificate must be valid for the dialled host
     * @throws SSLException if a file cannot be read or is invalid, the key does not belong to the certificate, or the
     *     certificate is not valid now, or has a role that does not exist; the message names the file
     */
    public static Tls of(Path certificate, Path key, Path authorities, boolean checksHost) throws SSLException {
        return of(certificate, key, authorities, checksHost, false, null);
    }

    /**
     * Creates encryption for a member.
     *
     * @param requiresRole whether a certificate without roles is refused, from members and clients
     * @param host the host that others dial; if hosts are checked, the own certificate must name it. Null if nobody dials
     * @throws SSLException also if the certificate is for another host, or is not for a member
     */
    public static Tls of(
            Path certificate, Path key, Path authorities, boolean checksHost, boolean requiresRole, String host)
            throws SSLException {
        return new Tls(new TlsSource(certificate, key, authorities, checksHost, requiresRole, host));
    }

    /**
     * Sets who hears when the files have changed.
     *
     * @param listener gets a line for people: that the new files are in use, or why they are not; by any thread
     */
    public void onRenewal(Consumer<String> listener) {
        renewals.add(listener);
    }

    /**
     * Looks whether the files have changed, and uses the new ones. They are used when they were the same twice, because
     * certificate and key are not written at once. Files that are damaged are reported once, and the old ones stay in use.
     */
    public synchronized void renew() {
        String now = source.fingerprint();
        if (now.equals(used) || now.equals(refused)) {
            seen = null;
        } else if (!now.equals(seen)) {
            seen = now;
        } else {
            seen = null;
            String news;
            try {
                contexts = source.load();
                used = now;
                refused = null;
                news = "TLS: the new certificate in " + source.certificate() + " is in use, valid until "
                        + contexts.own().getNotAfter().toInstant();
            } catch (SSLException e) {
                refused = now;
                news = e.getMessage() + "; the files have changed, and the old certificates stay in use, valid until "
                        + contexts.own().getNotAfter().toInstant();
            }
            for (Consumer<String> listener : renewals) {
                listener.accept(news);
            }
        }
    }

    SslContext server() {
        return contexts.server();
    }

    SslContext client() {
        return contexts.client();
    }

    /** For a server of another kind: new connections use the certificate that is in use then. */
    public SSLContext serverContext() {
        return CurrentContext.of(() -> ((JdkSslContext) contexts.server()).context());
    }

    /** What the other side of a session has shown. */
    public Credentials credentials(SSLSession session) {
        try {
            return Roles.of((X509Certificate) session.getPeerCertificates()[0], source.requiresRole());
        } catch (SSLPeerUnverifiedException e) {
            return NOT_SHOWN;
        }
    }

    @Override
    public String toString() {
        return source.checksHost() ? "TLS" : "TLS without host names";
    }
}
