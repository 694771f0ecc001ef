package io.godwit.member.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import io.godwit.environment.CertificateRole;
import io.godwit.environment.Credentials;
import io.godwit.transport.netty.Tls;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;

/** Who may send which requests: {@code docs/operate/access.md}. */
final class HttpAccess {
    private static final Credentials NOTHING = new Credentials("", Set.of());
    private static final String BEARER = "bearer ";
    private static final String BASIC = "basic ";
    private static final String SEND_IT =
            "send the token of this member: Authorization: Bearer TOKEN, or as the password of any user; it is in the file"
                    + " set by token-file, or else in " + Token.FILE_NAME + " in the data directory";

    private final boolean local;
    /** Null if there is none. */
    private final Token token;
    /** Null without encryption. */
    private final Tls tls;

    /** What a request is about. */
    enum Kind {
        /** Whether the process works, for supervisors. */
        PROBE,
        /** The state of member and cluster. */
        READ,
        /** A command that changes something. */
        COMMAND
    }

    /**
     * Whether a request is carried out.
     *
     * @param status 200 if it is, 401 if it lacks a valid token, 403 if a token would not help
     * @param text who asks, if it is; otherwise what to do
     */
    record Decision(int status, String text) {
        boolean isAllowed() {
            return status == StatusServer.OK;
        }
    }

    /**
     * Access to a member.
     *
     * @param local whether only processes on this machine can reach it
     * @param token the token, or null for none
     * @param tls encryption, or null for none
     */
    HttpAccess(boolean local, Token token, Tls tls) {
        this.local = local;
        this.token = token;
        this.tls = tls;
    }

    /** Decides about a request. */
    Decision decide(Kind kind, HttpExchange exchange) {
        String header = exchange.getRequestHeaders().getFirst("Authorization");
        InetSocketAddress remote = exchange.getRemoteAddress();
        Credentials shown = tls != null && exchange instanceof HttpsExchange encrypted
                ? tls.credentials(encrypted.getSSLSession())
                : NOTHING;
        return decide(kind, header, shown, remote.getAddress().getHostAddress() + ":" + remote.getPort());
    }

    /** Decides about a request with that header, or null, and certificate, from an address. */
    Decision decide(Kind kind, String header, Credentials shown, String remote) {
        if (token != null && header != null && token.matches(password(header))) {
            return new Decision(StatusServer.OK, "the holder of the token, at " + remote);
        } else if (shown.allows(CertificateRole.OPERATOR)) {
            return new Decision(StatusServer.OK, "the operator " + shown.name() + ", at " + remote);
        } else if (kind == Kind.PROBE
                || (kind == Kind.READ && (local || !shown.roles().isEmpty()))) {
            return new Decision(StatusServer.OK, "somebody at " + remote);
        } else if (!shown.name().isEmpty()) {
            return new Decision(
                    StatusServer.FORBIDDEN,
                    shown.refusal(CertificateRole.OPERATOR) + (token == null ? "" : "; or " + SEND_IT));
        } else if (token == null) {
            return new Decision(
                    StatusServer.FORBIDDEN,
                    "this member takes no commands without a certificate or a token: it has no token, for which set token-file or data-dir");
        }
        String need = kind == Kind.READ ? "reading from another machine" : "a command";
        return new Decision(
                StatusServer.UNAUTHORIZED,
                (header == null ? need + " needs a token: " : "that is not the token: ") + SEND_IT);
    }

    /** What follows Bearer, or the password that follows Basic, as browsers send it; empty if neither is there. */
    private static String password(String header) {
        String kind = header.toLowerCase(Locale.ROOT);
        if (kind.startsWith(BEARER)) {
            return header.substring(BEARER.length()).strip();
        } else if (kind.startsWith(BASIC)) {
            try {
                byte[] both = Base64.getDecoder()
                        .decode(header.substring(BASIC.length()).strip());
                String text = new String(both, StandardCharsets.UTF_8);
                return text.substring(text.indexOf(':') + 1);
            } catch (IllegalArgumentException e) {
                return "";
            }
        }
        return "";
    }

    @Override
    public String toString() {
        return token == null ? "no commands" : "commands with the token in " + token;
    }
}
