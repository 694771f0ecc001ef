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
            open(links, addresses, settings);
            if (links.leadToAddresses()) {
                List<Integer> others = Ports.free(places);
                settings.otherPorts(others);
                addresses.replaceAll(
                        (name, address) -> settings.host(name) + ":" + others.get(Integer.parseInt(name) - 1));
                open(links, addresses, settings);
            }
        }
        settings.write();
        for (int i = 1; i <= plan.members(); i++) {
            LocalMember member = place(settings, i);
            prepare(member, settings);
            launch(member, settings, plan.command());
        }
    }

    /** Opens the links of all places, and of the clients, to these addresses. */
    private static void open(Links links, Map<String, String> addresses, SavedCluster settings) throws IOException {
        List<String> from = new ArrayList<>(addresses.keySet());
        from.add(Link.CLIENT);
        for (String name : from) {
            settings.addVia(name, links.via(name, addresses));
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
        int used = settings.portList().indexOf(port);
        if (used >= 0 && used != 2 * member.index() - 2) {
            throw new LabException("port " + port + " is that of member-" + (used / 2 + 1) + "; choose another one");
        }
        move(settings, member, port);
    }

    /** Changes a member's port in its configuration, and its address in all lists of members: a member without data asks these addresses. */
    private void move(SavedCluster settings, LocalMember member, int port) throws IOException {
        String address = member.host() + ":" + port;
        settings.port(member.index(), port);
        settings.text("founders", ConfigFile.moved(settings.text("founders"), member.address(), address));
        settings.write();
        for (LocalMember each : members()) {
            ConfigFile.moved(each, member.address(), address);
        }
        ConfigFile.port(member, port);
    }

    /**
     * Gives a member whose process has exited the other one of the two ports that links lead to.
     *
     * @throws LabException if it runs, or the cluster has no such links
     */
    void moveAlongLinks(LocalMember member) throws IOException {
        requireExited(member);
        SavedCluster settings = SavedCluster.read(directory);
        int port = settings.otherPort(member.index());
        settings.otherPort(member.index(), member.port());
        move(settings, member, port);
    }

    /** Ends the limit of the cluster version of a member's next process, and of members that are added later. */
    void endLimit(LocalMember member) throws IOException {
        SavedCluster settings = SavedCluster.read(directory);
        settings.text("more", ConfigFile.withoutLimit(settings.text("more")));
        settings.write();
        Files.writeString(member.config(), ConfigFile.withoutLimit(Files.readString(member.config())));
    }

    private static void requireExited(LocalMember member) throws IOException {
        if (member.process().isPresent()) {
            throw new LabException(member.name() + " is running; kill it first");
        }
    }

    private LocalMember place(SavedCluster settings, int index) throws IOException {
        int[] ports = settings.ports().get(index - 1);
        return new LocalMember(
                index, file("member-" + index), settings.host(Integer.toString(index)), ports[0], ports[1]);
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
        ConfigFile.write(member, settings, token().toString());
    }

    /** The token of all members. */
    private Token token() throws LabException {
        try {
            return Token.readOrCreate(file("token"));
        } catch (ConfigException e) {
            throw new LabException(e.getMessage());
        }
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

    /** A file in the cluster's directory, or a directory there. */
    public Path file(String name) {
        return directory.resolve(name);
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
