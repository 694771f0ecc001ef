package io.godwit.transport.netty;

import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Describes why a TLS handshake failed, and the remedy. "It" is the other end. */
final class TlsFailure {
    /** A client does not send a certificate that the server would not trust. */
    private static final String NO_CERTIFICATE = "Empty client certificate chain";

    private static final String ALERT = "Received fatal alert: ";
    private static final Pattern OTHER_HOST = Pattern.compile("No (subject alternative|name matching)");

    private TlsFailure() {}

    /** A description of the failure; the exception's own message if it is of another kind. */
    static String text(Throwable cause) {
        if (cause instanceof NotSslRecordException) {
            // Its own message holds what was received.
            return "it does not speak TLS";
        } else if (cause instanceof SSLException) {
            return reason(cause);
        }
        return message(cause);
    }

    private static String reason(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CertificateExpiredException) {
                return "its certificate has expired; it needs a new one";
            } else if (each instanceof CertificateNotYetValidException) {
                return "its certificate is not valid yet; check the clocks of both machines";
            } else if (each instanceof CertPathBuilderException) {
                return "its certificate was issued by an unknown authority; the file set by authorities must contain the"
                        + " certificate of its issuer";
            } else if (each instanceof CertificateException
                    && OTHER_HOST.matcher(message(each)).lookingAt()) {
                return "its certificate is not valid for the dialled address (" + message(each)
                        + "); it needs one that names it, or verify-host: false";
            }
        }
        String text = message(cause);
        if (text.contains(NO_CERTIFICATE)) {
            return "it presented no certificate of a known authority; the file set by authorities must contain the"
                    + " certificate of its issuer";
        }
        int alert = text.indexOf(ALERT);
        return alert < 0
                ? "TLS: " + text
                : "it rejected the presented certificate, or uses another TLS version ("
                        + text.substring(alert + ALERT.length())
                        + "); its authorities must contain the issuer of that certificate; see its log";
    }

    private static String message(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
