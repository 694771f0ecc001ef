package io.godwit.lab;

import io.godwit.lab.Lab.LabException;
import io.godwit.lab.Links.Link;
import io.godwit.member.config.ConfigException;
import io.godwit.member.http.Token;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A cluster of processes on the loopback of this machine. Its state is kept in one directory. */
public final class LocalCluster {
    private static final Duration ANSWER = Duration.ofSeconds(2);
    private static final long GENTLE_SECONDS = 10;
    private static final long LOOK_AGAIN = 50;
    /** A member refuses writes when less than this share of its disk is free. */
    private static final int RESERVE = 8;

    private final Path directory;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWER).build();

    /** The cluster in a directory, running or not. */
    public LocalCluster(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    /**
     * Starts a new cluster.
     *
     * @throws IOException if its processes are already running, or one cannot be started
     */
    public void start(ClusterPlan plan) throws IOException, InterruptedException {
        start(plan, null);
    }

    /**
     * Starts a new cluster.
     *
     * @param links the links for all connections, or null for none
     * @throws IOException if its processes are already running, or one cannot be started
     */
    public void start(ClusterPlan plan, Links links) throws IOException, InterruptedException {
        if (SavedCluster.exist(directory)) {
            for (LocalMember member : members()) {
                if (member.process().isPresent()) {
                    throw new LabException("a cluster is already running in " + directory + "; stop it first");
                }
            }
        }
        delete(directory);
        Files.createDirectories(directory);
        int places = plan.members() + plan.spare();
        List<Integer> ports = Ports.free(2 * places);
        SavedCluster settings = SavedCluster.create(directory);
        List<String> names =
                IntStream.rangeClosed(1, places).mapToObj(Integer::toString).toList();
        if (links != null) {
            links.open(names);
            names.forEach(name -> settings.place(name, links.host(name), links.before(name)));
        }
        Map<String, String> addresses = new LinkedHashMap<>();
        for (int i = 1; i <= places; i++) {
            addresses.put(Integer.toString(i), settings.host(Integer.toString(i)) + ":" + ports.get(2 * i - 2));
        }
        settings.text("name", plan.name());
        settings.text("partitions", Integer.toString(plan.partitions()));
        settings.text("backups", Integer.toString(plan.backups()));
        settings.text("durable", Boolean.toString(plan.durable()));
        settings.text("disk", Integer.toString(plan.disk()));
        settings.text("disks", plan.disks());
        settings.text("zones", Integer.toString(plan.zones()));
        settings.text("more", String.join("\n", plan.more()));
        settings.text(
                "founders",
                String.join(
                        ", ", addresses.values().stream().limit(plan.members()).toList()));
        settings.ports(ports);
        if (links != null) {
            for (String name : addresses.keySet()) {
                settings.via(name, links.via(name, addresses));
            }
            settings.via(Link.CLIENT, links.via(Link.CLIENT, addresses));
        }
        settings.write();
        for (int i = 1; i <= plan.members(); i++) {
            LocalMember member = place(settings, i);
            prepare(member, settings);
            launch(member, settings, plan.command());
        }
    }

    /**
     * Starts one more member.
     *
     * @throws LabException if the cluster has links, and none for one more
     */
    public LocalMember add(List<String> command) throws IOException, InterruptedException {
        SavedCluster settings = SavedCluster.read(directory);
        int next = members().size() + 1;
        List<int[]> ports = settings.ports();
        if (next > ports.size() && settings.hasWays()) {
            throw new LabException("the cluster in " + directory + " has links for " + ports.size()
                    + " members only; start it with more spare places");
        } else if (next > ports.size()) {
            List<Integer> all = settings.portList();
            all.addAll(Ports.free(2));
            settings.ports(all);
            settings.write();
        }
        LocalMember member = place(settings, next);
        prepare(member, settings);
        launch(member, settings, command);
        return member;
    }

    /** Is what members store still there after all of them have stopped? */
    public boolean isDurable() throws IOException {
        SavedCluster settings = SavedCluster.read(directory);
        return settings.text("durable").equals("true") && settings.text("disk").equals("0");
    }

    /** Restarts a member's process, with its data if it is durable. */
    public void restart(LocalMember member, List<String> command) throws IOException {
        requireExited(member);
        launch(member, SavedCluster.read(directory), command);
    }

    /**
     * Gives a member whose process has exited another port.
     *
     * @throws LabException if it runs, the port is another one's of this cluster, or the cluster has links, which lead to ports
     */
    public void move(LocalMember member, int port) throws IOException {
        requireExited(member);
        SavedCluster settings = SavedCluster.read(directory);
        if (settings.hasWays()) {
            throw new LabException(
                    "the cluster in " + directory + " has links, which lead to the ports that it was started with");
        }
        List<Integer> all = settings.portList();
        int place = 2 * member.index() - 2;
        int used = all.indexOf(port);
        if (used >= 0 && used != place) {
            throw new LabException("port " + port + " is that of member-" + (used / 2 + 1) + "; choose another one");
        }
        all.set(place, port);
        settings.ports(all);
        settings.write();
        configure(place(settings, member.index()), settings);
    }

    private static void requireExited(LocalMember member) throws IOException {
        if (member.process().isPresent()) {
            throw new LabException(member.name() + " is running; kill it first");
        }
    }

    private LocalMember place(SavedCluster settings, int index) throws IOException {
        int[] ports = settings.ports().get(index - 1);
        return new LocalMember(
                index,
                directory.resolve("member-" + index),
                settings.host(Integer.toString(index)),
                ports[0],
                ports[1]);
    }

    /** Gives a member its disk if the plan has disks, and writes its configuration. */
    private void prepare(LocalMember member, SavedCluster settings) throws IOException, InterruptedException {
        Files.createDirectories(member.directory());
        String disk = settings.text("disk");
        if (!disk.equals("0")) {
            Disk.mount(member.disk(), Integer.parseInt(disk));
        }
        String disks = settings.text("disks");
        if (!disks.isEmpty()) {
            Files.createSymbolicLink(
                    member.disk(),
                    Path.of(disks, Integer.toString(member.index())).toAbsolutePath());
        }
        configure(member, settings);
    }

    private void configure(LocalMember member, SavedCluster settings) throws IOException {
        String disk = settings.text("disk");
        StringBuilder text = new StringBuilder();
        text.append("cluster: ").append(quoted(settings.text("name"))).append('\n');
        text.append("name: ").append(member.name()).append('\n');
        text.append("host: ").append(member.host()).append('\n');
        text.append("port: ").append(member.port()).append('\n');
        text.append("http-port: ").append(member.httpPort()).append('\n');
        text.append("token-file: ").append(quoted(token().toString())).append('\n');
        int zones = Integer.parseInt(settings.text("zones"));
        if (zones > 0) {
            text.append("zone: zone-").append((member.index() - 1) % zones + 1).append('\n');
        }
        text.append("members: [").append(settings.text("founders")).append("]\n");
        text.append("partitions: ").append(settings.text("partitions")).append('\n');
        text.append("backups: ").append(settings.text("backups")).append('\n');
        if (settings.text("durable").equals("true")) {
            text.append("data-dir: ").append(quoted(member.data().toString())).append('\n');
        }
        if (!disk.equals("0")) {
            text.append("disk-reserve: ")
                    .append(Math.max(1, Integer.parseInt(disk) / RESERVE))
                    .append('\n');
        }
        Map<String, String> via = settings.via(Integer.toString(member.index()));
        if (!via.isEmpty()) {
            text.append("via:\n");
            via.forEach((address, instead) -> text.append("  ")
                    .append(address)
                    .append(": ")
                    .append(instead)
                    .append('\n'));
        }
        String more = settings.text("more");
        text.append(more).append(more.isEmpty() ? "" : "\n");
        Files.writeString(member.config(), text.toString());
    }

    /** The token of all members. */
    private Token token() throws LabException {
        try {
            return Token.readOrCreate(directory.resolve("token"));
        } catch (ConfigException e) {
            throw new LabException(e.getMessage());
        }
    }

    /** Quotes a text for YAML, where {@code #} and {@code :} are special in plain text. */
    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static void launch(LocalMember member, SavedCluster settings, List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(settings.before(Integer.toString(member.index())));
        whole.addAll(command);
        whole.add(member.config().toString());
        Process process = new ProcessBuilder(whole)
                .directory(member.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(member.output().toFile()))
                .start();
        process.getOutputStream().close();
        member.started(process.pid());
    }

    /** Whether the directory holds a cluster, running or not. */
    public boolean exists() {
        return SavedCluster.exist(directory);
    }

    /** The cluster's name. */
    public String name() throws IOException {
        return SavedCluster.read(directory).text("name");
    }

    /** The addresses that clients dial instead of the members' addresses. */
    public Map<String, String> clientVia() throws IOException {
        return SavedCluster.read(directory).via(Link.CLIENT);
    }

    /** The addresses that a member dials instead of the other members' addresses. */
    Map<String, String> via(LocalMember member) throws IOException {
        return SavedCluster.read(directory).via(Integer.toString(member.index()));
    }

    /** The command prefix that runs a command at a member's place in the network. */
    List<String> before(LocalMember member) throws IOException {
        return SavedCluster.read(directory).before(Integer.toString(member.index()));
    }

    /** The addresses of all members and spare places. */
    List<String> places() throws IOException {
        SavedCluster settings = SavedCluster.read(directory);
        List<String> places = new ArrayList<>();
        for (int i = 1; i <= settings.ports().size(); i++) {
            places.add(place(settings, i).address());
        }
        return places;
    }

    /**
     * All members that were ever started, by index.
     *
     * @throws LabException if there is no cluster
     */
    public List<LocalMember> members() throws IOException {
        SavedCluster settings = SavedCluster.read(directory);
        List<LocalMember> members = new ArrayList<>();
        for (int i = 1; i <= settings.ports().size(); i++) {
            LocalMember member = place(settings, i);
            if (Files.exists(member.config())) {
                members.add(member);
            }
        }
        return members;
    }

    /** The member with the given index. */
    public LocalMember member(int index) throws IOException {
        return members().stream()
                .filter(member -> member.index() == index)
                .findFirst()
                .orElseThrow(() -> new LabException(
                        "there is no member " + index + " in " + directory + "; ./godwit cluster status lists them"));
    }

    /**
     * The address of the page of a member that answers, with the HTTP addresses of all members and spare places; empty if none
     * answers.
     */
    public Optional<String> page() throws IOException, InterruptedException {
        SavedCluster settings = SavedCluster.read(directory);
        List<String> all = new ArrayList<>();
        for (int i = 1; i <= settings.ports().size(); i++) {
            LocalMember member = place(settings, i);
            all.add(member.host() + ":" + member.httpPort());
        }
        for (LocalMember member : members()) {
            if (ask(member, "/health").isPresent()) {
                return Optional.of(
                        "http://" + member.host() + ":" + member.httpPort() + "/#members=" + String.join(",", all));
            }
        }
        return Optional.empty();
    }

    /** A member's answer to an HTTP request; empty if it fails. */
    public Optional<String> ask(LocalMember member, String path) throws LabException, InterruptedException {
        return exchange(member, path, false)
                .filter(it -> it.statusCode() / 100 == 2)
                .map(HttpResponse::body);
    }

    /** Sends an HTTP command to a member; returns whether it was accepted. */
    public boolean tell(LocalMember member, String path) throws LabException, InterruptedException {
        return exchange(member, path, true)
                .filter(it -> it.statusCode() / 100 == 2)
                .isPresent();
    }

    /** A member's answer to an HTTP request or command, which may be a refusal; empty if it does not answer. */
    public Optional<HttpResponse<String>> exchange(LocalMember member, String path, boolean post)
            throws LabException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + member.host() + ":" + member.httpPort() + path))
                .header("Authorization", token().header())
                .timeout(ANSWER);
        try {
            return Optional.of(http.send(
                    (post ? request.POST(BodyPublishers.noBody()) : request.GET()).build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Waits until all members are ready.
     *
     * @return false if the time is over, or as soon as one of the awaited members is not running
     */
    public boolean awaitReady(Duration most) throws IOException, InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        List<LocalMember> waiting = new ArrayList<>(members());
        while (!waiting.isEmpty()) {
            if (ask(waiting.get(0), "/ready").isPresent()) {
                waiting.remove(0);
                continue;
            }
            for (LocalMember member : waiting) {
                if (member.process().isEmpty()) {
                    return false;
                }
            }
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(LOOK_AGAIN);
        }
        return true;
    }

    /** Kills a process and waits for its end; false if it is not running. */
    public boolean kill(LocalMember member) throws IOException {
        Optional<ProcessHandle> process = member.process();
        if (process.isPresent()) {
            process.get().destroyForcibly();
            process.get().onExit().join();
        }
        return process.isPresent();
    }

    /** Pauses a process until it is resumed; false if it is not running. */
    public boolean pause(LocalMember member) throws IOException, InterruptedException {
        Optional<ProcessHandle> process = member.process();
        if (process.isPresent()) {
            Signals.stop(process.get().pid());
        }
        return process.isPresent();
    }

    /** Resumes a paused process; false if it is not running. */
    public boolean resume(LocalMember member) throws IOException, InterruptedException {
        Optional<ProcessHandle> process = member.process();
        if (process.isPresent()) {
            Signals.goOn(process.get().pid());
        }
        return process.isPresent();
    }

    /**
     * Fills a member's disk.
     *
     * @throws LabException if it has none of its own
     */
    public void fillDisk(LocalMember member) throws IOException {
        Disk.fill(member.disk());
    }

    /** Removes the file that fills a member's disk. */
    public void freeDisk(LocalMember member) throws IOException {
        Disk.free(member.disk());
    }

    /**
     * Stops all processes: sends a termination request, and kills those that are still running after a while.
     *
     * @return the number of stopped processes
     */
    public int stop() throws IOException, InterruptedException {
        if (!exists()) {
            return 0;
        }
        List<LocalMember> members = members();
        List<ProcessHandle> processes = new ArrayList<>();
        for (LocalMember member : members) {
            member.process().ifPresent(processes::add);
        }
        for (ProcessHandle process : processes) {
            process.destroy();
            // A paused process would not receive it.
            if (Signals.isStopped(process.pid())) {
                Signals.goOn(process.pid());
            }
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(GENTLE_SECONDS);
        for (ProcessHandle process : processes) {
            while (process.isAlive() && System.nanoTime() < end) {
                Thread.sleep(LOOK_AGAIN);
            }
            if (process.isAlive()) {
                process.destroyForcibly();
            }
            process.onExit().join();
        }
        for (LocalMember member : members) {
            Disk.unmount(member.disk());
        }
        return processes.size();
    }

    private static void delete(Path directory) throws IOException, InterruptedException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!SavedCluster.exist(directory)) {
            throw new LabException(directory + " exists and does not hold a cluster; it is left unchanged");
        }
        try (Stream<Path> members = Files.list(directory)) {
            for (Path member : members.toList()) {
                Disk.unmount(member.resolve("data"));
            }
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
