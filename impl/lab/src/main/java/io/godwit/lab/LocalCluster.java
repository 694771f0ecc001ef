package io.godwit.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A cluster of processes on the loopback of this machine. All that is known of it is in one directory. */
public final class LocalCluster {
    private static final String HOST = "127.0.0.1";
    private static final String SETTINGS = "cluster.properties";
    private static final Duration ANSWER = Duration.ofSeconds(2);
    private static final long GENTLE_SECONDS = 10;
    private static final long LOOK_AGAIN = 50;

    private final Path directory;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWER).build();

    /** The cluster in a directory, whether it runs or not. */
    public LocalCluster(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    /**
     * What a new cluster is like.
     *
     * @param name the cluster's name
     * @param members how many processes, 1 or more
     * @param partitions how many partitions
     * @param backups copies beside the primary
     * @param durable do members keep what survives a restart?
     * @param command what starts a member: the path of its configuration is added
     */
    public record Plan(String name, int members, int partitions, int backups, boolean durable, List<String> command) {
        /** Copies the command. */
        public Plan {
            command = List.copyOf(command);
        }
    }

    /**
     * Starts a new cluster.
     *
     * @throws IOException if processes of it run already, or one cannot be started
     */
    public void start(Plan plan) throws IOException {
        for (LocalMember member : members()) {
            if (member.process().isPresent()) {
                throw new LabException("a cluster runs already in " + directory + "; stop it first");
            }
        }
        delete(directory);
        Files.createDirectories(directory);
        List<Integer> ports = freePorts(2 * plan.members());
        List<LocalMember> members = new ArrayList<>();
        for (int i = 1; i <= plan.members(); i++) {
            members.add(member(i, ports.get(2 * i - 2), ports.get(2 * i - 1)));
        }
        Properties settings = new Properties();
        settings.setProperty("name", plan.name());
        settings.setProperty("partitions", Integer.toString(plan.partitions()));
        settings.setProperty("backups", Integer.toString(plan.backups()));
        settings.setProperty("durable", Boolean.toString(plan.durable()));
        settings.setProperty(
                "founders",
                String.join(",", members.stream().map(LocalCluster::address).toList()));
        try (var out = Files.newBufferedWriter(directory.resolve(SETTINGS))) {
            settings.store(out, null);
        }
        for (LocalMember member : members) {
            write(member, settings);
            launch(member, plan.command());
        }
    }

    /** Starts one more member. */
    public LocalMember add(List<String> command) throws IOException {
        List<LocalMember> members = members();
        List<Integer> ports = freePorts(2);
        int next = members.stream().mapToInt(LocalMember::index).max().orElse(0) + 1;
        LocalMember member = member(next, ports.get(0), ports.get(1));
        write(member, settings());
        launch(member, command);
        return member;
    }

    /** Starts a member's process again, with what it has kept, if it keeps anything. */
    public void restart(LocalMember member, List<String> command) throws IOException {
        if (member.process().isPresent()) {
            throw new LabException("member " + member.index() + " runs");
        }
        launch(member, command);
    }

    private Properties settings() throws IOException {
        Path file = directory.resolve(SETTINGS);
        if (!Files.exists(file)) {
            throw new LabException("there is no cluster in " + directory);
        }
        Properties settings = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            settings.load(in);
        }
        return settings;
    }

    private LocalMember member(int index, int port, int httpPort) {
        return new LocalMember(index, directory.resolve("member-" + index), HOST, port, httpPort);
    }

    private static String address(LocalMember member) {
        return member.host() + ":" + member.port();
    }

    private static void write(LocalMember member, Properties settings) throws IOException {
        Files.createDirectories(member.directory());
        Files.writeString(
                member.config(),
                "cluster: \"" + settings.getProperty("name") + "\"\n"
                        + "name: member-" + member.index() + "\n"
                        + "host: " + member.host() + "\n"
                        + "port: " + member.port() + "\n"
                        + "http-port: " + member.httpPort() + "\n"
                        + "members: [" + settings.getProperty("founders").replace(",", ", ") + "]\n"
                        + "partitions: " + settings.getProperty("partitions") + "\n"
                        + "backups: " + settings.getProperty("backups") + "\n"
                        + (settings.getProperty("durable").equals("true") ? "data-dir: " + member.data() + "\n" : ""));
    }

    private static void launch(LocalMember member, List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(command);
        whole.add(member.config().toString());
        Process process = new ProcessBuilder(whole)
                .directory(member.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(member.output().toFile()))
                .start();
        process.getOutputStream().close();
        member.started(process.pid());
    }

    /** Ports that nobody uses now. */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                ports.add(socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
        return ports;
    }

    /** All members that were ever started, by index. */
    public List<LocalMember> members() throws IOException {
        List<LocalMember> members = new ArrayList<>();
        for (int i = 1; Files.exists(directory.resolve("member-" + i).resolve("godwit.yaml")); i++) {
            int port = 0;
            int httpPort = 0;
            for (String line :
                    Files.readAllLines(directory.resolve("member-" + i).resolve("godwit.yaml"))) {
                if (line.startsWith("port: ")) {
                    port = Integer.parseInt(line.substring("port: ".length()));
                } else if (line.startsWith("http-port: ")) {
                    httpPort = Integer.parseInt(line.substring("http-port: ".length()));
                }
            }
            members.add(member(i, port, httpPort));
        }
        return members;
    }

    /** The member with an index. */
    public LocalMember member(int index) throws IOException {
        return members().stream()
                .filter(member -> member.index() == index)
                .findFirst()
                .orElseThrow(() -> new LabException("there is no member " + index + " in " + directory));
    }

    /** What a member answers to a question over HTTP, if it answers at all and well. */
    public Optional<String> ask(LocalMember member, String path) throws InterruptedException {
        return exchange(member, path, false);
    }

    /** Tells a member something over HTTP; false if it did not hear. */
    public boolean tell(LocalMember member, String path) throws InterruptedException {
        return exchange(member, path, true).isPresent();
    }

    private Optional<String> exchange(LocalMember member, String path, boolean post) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + member.host() + ":" + member.httpPort() + path))
                .timeout(ANSWER);
        try {
            HttpResponse<String> answer = http.send(
                    (post ? request.POST(BodyPublishers.noBody()) : request.GET()).build(), BodyHandlers.ofString());
            return answer.statusCode() / 100 == 2 ? Optional.of(answer.body()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Waits until all members that run are ready.
     *
     * @return false if the time was over before, or a process has ended
     */
    public boolean awaitReady(Duration most) throws IOException, InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        for (LocalMember member : members()) {
            while (ask(member, "/ready").isEmpty()) {
                if (System.nanoTime() > end || member.process().isEmpty()) {
                    return false;
                }
                Thread.sleep(LOOK_AGAIN);
            }
        }
        return true;
    }

    /** Ends a process at once. */
    public boolean kill(LocalMember member) throws IOException {
        Optional<ProcessHandle> process = member.process();
        process.ifPresent(ProcessHandle::destroyForcibly);
        return process.isPresent();
    }

    /**
     * Ends all processes: asks them to, and kills those that are still there after a while.
     *
     * @return how many there were
     */
    public int stop() throws IOException, InterruptedException {
        List<ProcessHandle> processes = new ArrayList<>();
        for (LocalMember member : members()) {
            member.process().ifPresent(processes::add);
        }
        processes.forEach(ProcessHandle::destroy);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(GENTLE_SECONDS);
        for (ProcessHandle process : processes) {
            while (process.isAlive() && System.nanoTime() < end) {
                Thread.sleep(LOOK_AGAIN);
            }
            if (process.isAlive()) {
                process.destroyForcibly();
            }
        }
        return processes.size();
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.exists(directory.resolve(SETTINGS))) {
            throw new LabException(directory + " is there and holds no cluster; it is left alone");
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
