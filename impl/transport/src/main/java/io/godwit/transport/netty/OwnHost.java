package io.godwit.transport.netty;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.NetUtil;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * Checks that the own certificate is valid for the host that others dial. For outgoing connections, others accept the
 * certificate for any host, so a member could join and then be unreachable.
 */
final class OwnHost {
    /** Kinds of subject alternative names, as RFC 5280 numbers them. */
    private static final Integer DNS = 2;

    private static final Integer IP = 7;

    private OwnHost() {}

    /**
     * Returns normally if it is.
     *
     * @throws SSLException if it is not; the message names the file, the host, and what the certificate is for
     */
    static void check(Path file, PrivateKey key, X509Certificate[] chain, String host) throws SSLException {
        for (Throwable each = failure(key, chain, host); each != null; each = each.getCause()) {
            if (each instanceof CertificateException) {
                String wanted = (NetUtil.isValidIpV4Address(host) ? "IP:" : "DNS:") + host;
                throw new SSLException(
                        "TLS: the certificate in " + file + " is for " + names(chain[0]) + ", and host is " + host
                                + ": no member could connect to this one; it needs a certificate with the subject alternative name "
                                + wanted + ", a host that the certificate names, or verify-host: false",
                        each);
            }
        }
    }

    /**
     * The error that others would get, from the same code: an in-memory handshake with itself. Only this certificate is
     * trusted, so only the host can be wrong.
     */
    private static Throwable failure(PrivateKey key, X509Certificate[] chain, String host) throws SSLException {
        SslContext server = SslContextBuilder.forServer(key, chain)
                .sslProvider(SslProvider.JDK)
                .build();
        SslContext client = SslContextBuilder.forClient()
                .trustManager(chain[0])
                .sslProvider(SslProvider.JDK)
                .endpointIdentificationAlgorithm(Tls.CHECK)
                .build();
        SslHandler dialling = client.newHandler(UnpooledByteBufAllocator.DEFAULT, host, 0);
        EmbeddedChannel there = new EmbeddedChannel(server.newHandler(UnpooledByteBufAllocator.DEFAULT), new Silent());
        EmbeddedChannel here = new EmbeddedChannel(dialling, new Silent());
        try {
            boolean moved = true;
            while (moved && !dialling.handshakeFuture().isDone()) {
                moved = move(here, there) || move(there, here);
            }
            return dialling.handshakeFuture().cause();
        } finally {
            here.finishAndReleaseAll();
            there.finishAndReleaseAll();
        }
    }

    private static boolean move(EmbeddedChannel from, EmbeddedChannel to) {
        boolean moved = false;
        while (to.isOpen()) {
            Object bytes = from.readOutbound();
            if (bytes == null) {
                break;
            }
            to.writeInbound(bytes);
            moved = true;
        }
        return moved;
    }

    private static final class Silent extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // The handshake's future has it.
        }
    }

    /** The subject alternative names of a certificate, in the syntax of openssl. */
    private static String names(X509Certificate certificate) throws SSLException {
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> all = certificate.getSubjectAlternativeNames();
            for (List<?> each : all == null ? List.<List<?>>of() : all) {
                if (each.get(0).equals(DNS)) {
                    names.add("DNS:" + each.get(1));
                } else if (each.get(0).equals(IP)) {
                    names.add("IP:" + each.get(1));
                }
            }
        } catch (CertificateParsingException e) {
            throw new SSLException(
                    "TLS: the certificate's subject alternative names are invalid: " + e.getMessage(), e);
        }
        return names.isEmpty()
                ? certificate.getSubjectX500Principal() + ", without a subject alternative name"
                : String.join(", ", names);
    }
}
