package io.godwit.transport.netty;

import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Says what has kept two ends from speaking TLS, and what to do. "It" is the other end. */
final class TlsFailure {
    /** A client keeps to itself what the server will not believe. */
    private static final String NO_CERTIFICATE = "Empty client certificate chain";

    private static final String ALERT = "Received fatal alert: ";
    private static final Pattern OTHER_HOST = Pattern.compile("No (subject alternative|name matching)");

    private TlsFailure() {}

    /** What happened in words; what the exception says itself, if it is of another kind. */
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
                return "its certificate is not valid yet; look at the clocks of both machines";
            } else if (each instanceof CertPathBuilderException) {
                return "its certificate is of an authority that is unknown here; the file that authorities names has to hold the"
                        + " certificate of whoever has issued it";
            } else if (each instanceof CertificateException
                    && OTHER_HOST.matcher(message(each)).lookingAt()) {
                return "its certificate is not for the address that was dialled (" + message(each)
                        + "); it needs one that names it, or verify-host: false";
            }
        }
        String text = message(cause);
        if (text.contains(NO_CERTIFICATE)) {
            return "it shows no certificate of an authority that is known here; the file that authorities names has to hold the"
                    + " certificate of whoever has issued its own";
        }
        int alert = text.indexOf(ALERT);
        return alert < 0
                ? "TLS: " + text
                : "it does not accept the certificate that was shown to it, or speaks another TLS ("
                        + text.substring(alert + ALERT.length())
                        + "); its authorities have to hold whoever has issued that certificate; its own log says more";
    }

    private static String message(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
