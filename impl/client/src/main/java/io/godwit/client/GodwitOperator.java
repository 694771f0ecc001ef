package io.godwit.client;

import io.godwit.client.CallException.Outcome;
import io.godwit.client.invocation.Address;
import io.godwit.protocol.ClusterState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Reads and changes the state and the version of a cluster, over the HTTP interface of its members: a client's certificate allows no commands,
 * an operator's token or certificate does. Immutable and thread-safe; methods block the calling thread.
 *
 * <pre>{@code
 * GodwitOperator operator = GodwitOperator.of(List.of("127.0.0.1:8701")).withTokenFile(Path.of("data/http-token"));
 * operator.changeState(ClusterState.NO_MIGRATION);
 * }</pre>
 */
public final class GodwitOperator {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** The greatest time limit of a change. */
    public static final Duration LONGEST = Duration.ofMinutes(10);

    private static final Duration ANSWER = Duration.ofSeconds(2);
    private static final long LOOK_AGAIN_MILLIS = 100;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;
    private static final int HUNDRED = 100;
    private static final String NOBODY = "no member answers";

    private final List<String> addresses;
    private final String token;
    private final boolean encrypted;
    private final Duration timeout;
    private final HttpClient http;

    /** A member's answer, and who it was. */
    private record Answer<T>(String address, T reading) {}

    private GodwitOperator(List<String> addresses, String token, boolean encrypted, Duration timeout, HttpClient http) {
        this.addresses = addresses;
        this.token = token;
        this.encrypted = encrypted;
        this.timeout = timeout;
        this.http = http;
    }

    /**
     * An operator of a cluster, without a token and without encryption, with 30 s for a change.
     *
     * @param addresses {@code host:port} of the HTTP interfaces of members. One is enough while that member runs and hears a
     *     master; the newest state that any of them knows is taken
     * @throws IllegalArgumentException if there is none, or one is not {@code host:port}
     */
    public static GodwitOperator of(List<String> addresses) {
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("an operator needs the HTTP address of at least one member");
        }
        addresses.forEach(Address::parse);
        return new GodwitOperator(
                List.copyOf(addresses),
                "",
                false,
                TIMEOUT,
                HttpClient.newBuilder().connectTimeout(ANSWER).build());
    }

    /** A copy that sends a token. */
    public GodwitOperator withToken(String newToken) {
        return new GodwitOperator(addresses, Objects.requireNonNull(newToken, "newToken"), encrypted, timeout, http);
    }

    /**
     * A copy that sends the token in a file.
     *
     * @throws IOException if the file cannot be read
     */
    public GodwitOperator withTokenFile(Path file) throws IOException {
        return withToken(Files.readString(file).strip());
    }

    /**
     * A copy that uses HTTPS.
     *
     * @param context with the authorities that the members' certificates are of, and perhaps with an operator's certificate
     */
    public GodwitOperator with(SSLContext context) {
        HttpClient secure = HttpClient.newBuilder()
                .connectTimeout(ANSWER)
                .sslContext(context)
                .build();
        return new GodwitOperator(addresses, token, true, timeout, secure);
    }

    /**
     * A copy with another time limit of a change.
     *
     * @param newTimeout more than 0, at most 10 minutes
     * @throws IllegalArgumentException if it is anything else
     */
    public GodwitOperator withTimeout(Duration newTimeout) {
        if (newTimeout.isNegative() || newTimeout.isZero() || newTimeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "a change takes more than 0 and at most " + LONGEST.toMinutes() + " minutes, not " + newTimeout);
        }
        return new GodwitOperator(addresses, token, encrypted, newTimeout, http);
    }

    /**
     * The newest state of which a member has heard, acknowledged or not.
     *
     * @throws CallException with {@code NOT_DONE} if no member answers, or this operator may not read
     */
    public StateReading state() {
        return said(newestState());
    }

    /**
     * The newest cluster version of which a member has heard, decided or not.
     *
     * @throws CallException with {@code NOT_DONE} if no member answers, or this operator may not read
     */
    public VersionReading version() {
        return said(newestVersion());
    }

    private <T> T said(Answer<T> newest) {
        if (newest == null) {
            throw new CallException(Outcome.NOT_DONE, NOBODY + " at " + String.join(", ", addresses));
        }
        return newest.reading;
    }

    /**
     * Asks for a cluster version until the cluster goes by it and a member knows that this is decided ({@code RaiseVersion} in
     * {@code spec/quorum/ClusterVersion.tla}). If the cluster goes by it already, nothing is asked for.
     *
     * @param version at least the one by which the cluster goes, at most the greatest that all members can go by
     * @throws CallException if the time is up, the cluster goes by a greater version, the member that is asked does not know the version,
     *     the token or certificate allows no commands, or the thread is interrupted. The outcome is {@code NOT_DONE} if no member has taken
     *     a request or goes by the version. Otherwise it is {@code UNKNOWN}: the version may rise later, or has risen and is not known to
     *     be decided. When the time is up, the message names the members that cannot go by it
     */
    public void raiseVersion(int version) {
        askUntil(
                this::newestVersion,
                VersionReading::decided,
                it -> isVersion(it.version(), version),
                "/version/" + version,
                it -> {
                    String unable = it.unable(version);
                    return "the cluster version is " + it.text()
                            + (unable.isEmpty() ? "" : "; these cannot go by " + version + ": " + unable);
                });
    }

    private static boolean isVersion(int now, int wanted) {
        if (now > wanted) {
            throw new CallException(
                    Outcome.NOT_DONE, "the cluster version is " + now + " already, and does not go down to " + wanted);
        }
        return now == wanted;
    }

    /**
     * Asks for a state until the cluster has it and it is acknowledged ({@code ChangeState} and {@code AcknowledgePassive} in
     * {@code spec/quorum/ClusterStates.tla}). If the cluster has it already, nothing is asked for. Of two operators who ask for
     * different states, each goes on asking for its own.
     *
     * @throws CallException if the time is up, the cluster version has no such state, the token or certificate allows no commands, or the
     *     thread is interrupted. The outcome is {@code NOT_DONE} if no member has taken a request or has that state, because none answers
     *     or none hears a master. Otherwise it is {@code UNKNOWN}: the state may come later, or is there without its acknowledgement
     */
    public void changeState(ClusterState state) {
        askUntil(
                this::newestState,
                StateReading::acknowledged,
                it -> it.state() == state,
                "/state/" + state,
                it -> "the cluster is " + it.text());
    }

    /**
     * Asks members again and again.
     *
     * @param look the newest reading; null if no member answers
     * @param isDone of a reading with what is asked for: is nothing left to wait for?
     * @param isThere whether a reading has what is asked for
     * @param path of the request
     * @param words what a reading says
     */
    private <T> void askUntil(
            Supplier<Answer<T>> look,
            Predicate<T> isDone,
            Predicate<T> isThere,
            String path,
            Function<T, String> words) {
        long end = System.nanoTime() + timeout.toNanos();
        boolean mayHappen = false;
        try {
            while (true) {
                Answer<T> newest = look.get();
                boolean there = newest != null && isThere.test(newest.reading);
                mayHappen |= there;
                if (there && isDone.test(newest.reading)) {
                    return;
                }
                String last = newest == null ? NOBODY : words.apply(newest.reading);
                if (newest != null && !there) {
                    String refusal = ask(newest.address, path);
                    mayHappen |= refusal.isEmpty();
                    last += refusal.isEmpty() ? "" : "; " + refusal;
                }
                if (System.nanoTime() - end > 0) {
                    throw new CallException(
                            Outcome.NOT_DONE,
                            last + "; asked for " + path.substring(path.lastIndexOf('/') + 1) + " within "
                                    + timeout.toMillis() + " ms");
                }
                sleep();
            }
        } catch (CallException e) {
            // A member may have passed a request on, or what is asked for is there and not yet done.
            throw mayHappen ? new CallException(Outcome.UNKNOWN, e.getMessage()) : e;
        }
    }

    /** Asks a member; the reason if it does not take the request, empty if it does or may have. */
    private String ask(String address, String path) {
        HttpResponse<String> answer;
        try {
            answer = exchange(address, path, true);
        } catch (IOException e) {
            return "";
        }
        requireAllowed(address, answer);
        if (answer.statusCode() == CONFLICT || answer.statusCode() == BAD_REQUEST) {
            throw new CallException(
                    Outcome.NOT_DONE, address + ": " + answer.body().strip());
        }
        return isSuccess(answer) ? "" : address + ": " + answer.body().strip();
    }

    private Answer<StateReading> newestState() {
        return newest("/state", StateReading::parse, StateReading::isAfter);
    }

    private Answer<VersionReading> newestVersion() {
        return newest("/version", VersionReading::parse, VersionReading::isAfter);
    }

    /** The newest answer of all; null if no member answers. */
    private <T> Answer<T> newest(String path, Function<String, T> parse, BiPredicate<T, T> isAfter) {
        Answer<T> newest = null;
        for (String address : addresses) {
            try {
                HttpResponse<String> answer = exchange(address, path, false);
                requireAllowed(address, answer);
                if (isSuccess(answer)) {
                    T reading = parse.apply(answer.body());
                    newest = newest == null || isAfter.test(reading, newest.reading)
                            ? new Answer<>(address, reading)
                            : newest;
                }
            } catch (IOException e) {
                // Perhaps another one answers.
            }
        }
        return newest;
    }

    private static boolean isSuccess(HttpResponse<String> answer) {
        return answer.statusCode() / HUNDRED == 2;
    }

    private static void requireAllowed(String address, HttpResponse<String> answer) {
        if (answer.statusCode() == UNAUTHORIZED || answer.statusCode() == FORBIDDEN) {
            throw new CallException(
                    Outcome.NOT_DONE, address + ": " + answer.body().strip());
        }
    }

    private HttpResponse<String> exchange(String address, String path, boolean post) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create((encrypted ? "https://" : "http://") + address + path))
                .timeout(ANSWER);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            return http.send(
                    (post ? request.POST(BodyPublishers.noBody()) : request.GET()).build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw interrupted(post);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(LOOK_AGAIN_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted(false);
        }
    }

    private static CallException interrupted(boolean asked) {
        Thread.currentThread().interrupt();
        return new CallException(asked ? Outcome.UNKNOWN : Outcome.NOT_DONE, "interrupted");
    }
}
