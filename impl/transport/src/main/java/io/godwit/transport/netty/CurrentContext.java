package io.godwit.transport.netty;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** A context that is another one whenever it is used, for servers that cannot be given a new one. */
final class CurrentContext extends SSLContextSpi {
    private final Supplier<SSLContext> current;

    private CurrentContext(Supplier<SSLContext> current) {
        this.current = current;
    }

    /** A context that does what the supplied one does. */
    static SSLContext of(Supplier<SSLContext> current) {
        SSLContext now = current.get();
        return new SSLContext(new CurrentContext(current), now.getProvider(), now.getProtocol()) {};
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random)
            throws KeyManagementException {
        throw new KeyManagementException("it has its keys from files");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        return current.get().getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        return current.get().getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        return current.get().createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        return current.get().createSSLEngine(host, port);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        return current.get().getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        return current.get().getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return current.get().getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        return current.get().getSupportedSSLParameters();
    }
}
