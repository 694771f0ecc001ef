package io.godwit.modelcheck.tlc;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.CfgParser;
import io.godwit.modelcheck.manifest.CfgWriter;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.RunCfg;
import io.godwit.modelcheck.run.CheckListener.CheckProgress;
import io.godwit.modelcheck.run.Checker;
import io.godwit.modelcheck.run.Checker.CheckerSettings;
import io.godwit.modelcheck.run.EngineResult;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.Verdict;
import io.godwit.modelcheck.run.Verdict.FailureKind;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.modelcheck.spec.ModuleGraph;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Checks models with TLC's own distributed mode: a server that keeps the queue and the fingerprints, and worker processes that compute successors. The workers
 * fetch the specification from the server, so they need nothing but a TLC.
 *
 * <p>That mode neither checks temporal properties nor names a broken invariant; such entries are refused, see {@link #refuses(ManifestEntry)}.
 */
public final class DistributedTlcChecker implements Checker {
    private static final String SERVER = "tlc2.tool.distributed.TLCServer";
    private static final String WORKER = "tlc2.tool.distributed.TLCWorker";
    private static final int SERVER_READY = 7000;
    private static final Duration START_UP = Duration.ofSeconds(60);
    /**
     * What TLC 2.18's server says when a worker is done before it was handed anything, which happens on models of a few states. It says
     * nothing about the model, so the run is started again.
     */
    private static final String START_RACE = "\"this.states\" is null";

    private static final int STARTS = 6;
    /** How long a server may go on after its last local worker left, unless others are expected. */
    private static final Duration ORPHANED = Duration.ofSeconds(20);

    private final Manifest manifest;
    private final CheckerSettings settings;
    private final Consumer<String> announce;
    private final Duration startUp;
    private final ModuleGraph graph = new ModuleGraph();

    /**
     * A checker for the entries of this manifest.
     *
     * @param manifest the manifest
     * @param settings how many local workers, and where others reach the server
     * @param announce told, for people, how to start a worker on another machine, and when a run is started again
     */
    public DistributedTlcChecker(Manifest manifest, CheckerSettings settings, Consumer<String> announce) {
        this(manifest, settings, announce, START_UP);
    }

    /** The same with another time for the server to get ready. */
    DistributedTlcChecker(Manifest manifest, CheckerSettings settings, Consumer<String> announce, Duration startUp) {
        this.manifest = manifest;
        this.settings = settings;
        this.announce = announce;
        this.startUp = startUp;
    }

    @Override
    public String refuses(ManifestEntry entry) {
        if (!entry.checkedProperties().isEmpty()) {
            return "TLC's distributed mode checks no temporal properties";
        }
        return entry.kind().holds() ? null : "TLC's distributed mode does not say which invariant breaks";
    }

    @Override
    public String unavailable() {
        return null;
    }

    @Override
    public EngineResult check(ManifestEntry entry, Consumer<CheckProgress> watch)
            throws BadInputException, IOException, InterruptedException {
        EngineResult result = start(entry, watch);
        for (int again = 2; again <= STARTS && lostTheStartRace(result.verdict()); again++) {
            announce.accept(entry.name() + ": TLC's server tripped over a worker that was done too early; start "
                    + again + " of at most " + STARTS);
            result = start(entry, watch);
        }
        return result;
    }

    private static boolean lostTheStartRace(Verdict verdict) {
        return verdict instanceof Verdict.Failed failed && failed.detail().contains(START_RACE);
    }

    private EngineResult start(ManifestEntry entry, Consumer<CheckProgress> watch)
            throws BadInputException, IOException, InterruptedException {
        try (WorkDir work = new WorkDir()) {
            Cfg cfg = RunCfg.of(CfgParser.read(manifest.resolve(entry.cfg())), entry, manifest.file());
            // The server hands files to the workers by their bare names, so all of them lie in one directory.
            Path module = manifest.resolve(entry.module());
            for (Path file : graph.files(module, manifest.searchPath(entry))) {
                Files.copy(file, work.path().resolve(file.getFileName()));
            }
            Files.writeString(work.path().resolve(entry.name() + ".cfg"), CfgWriter.write(cfg));
            return run(entry, cfg, work.path(), watch);
        }
    }

    private EngineResult run(ManifestEntry entry, Cfg cfg, Path work, Consumer<CheckProgress> watch)
            throws BadInputException, IOException, InterruptedException {
        int port = settings.distributed().port() > 0 ? settings.distributed().port() : freePort();
        TlcRecord said = new TlcRecord();
        CountDownLatch ready = new CountDownLatch(1);
        ToolMessageParser parser = new ToolMessageParser(
                message -> {
                    said.message(message);
                    if (message.number() == SERVER_READY) {
                        ready.countDown();
                    }
                },
                said::outside);
        ToolProcess server = server(entry, cfg, work, port).start(work, line -> {
            parser.line(line);
            watch.accept(said.progress());
        });
        List<ToolProcess> workers = new ArrayList<>();
        try {
            boolean up = isUp(server, ready);
            if (up) {
                announceOthers(entry, port);
                for (int i = 1; i <= settings.distributed().workers(); i++) {
                    Path directory = Files.createDirectories(work.resolve("worker" + i));
                    workers.add(worker(entry, directory, port).start(directory, line -> {}));
                }
            }
            ToolProcess.End end = up
                    ? await(server, workers, Duration.ofSeconds(entry.seconds()).plus(startUp))
                    : server.await(Duration.ZERO);
            Verdict verdict = new TlcJudge(cfg.invariantNames(), List.of()).judge(said, end.exit(), end.timedOut());
            if (verdict instanceof Verdict.Failed failed && failed.kind().isBrokenInput()) {
                throw new BadInputException(new SpecErrors(manifest, entry, cfg).explain(failed, said));
            }
            return result(explain(verdict, said), said, end);
        } finally {
            workers.forEach(ToolProcess::kill);
            server.kill();
        }
    }

    /** Waits until the server is ready for workers, has ended, or takes too long for either. */
    private boolean isUp(ToolProcess server, CountDownLatch ready) throws InterruptedException {
        long deadline = System.nanoTime() + startUp.toNanos();
        boolean up = false;
        while (!up && server.isAlive() && System.nanoTime() < deadline) {
            up = ready.await(100, TimeUnit.MILLISECONDS);
        }
        return up;
    }

    /** The server does not notice that all workers have died; this does. */
    private ToolProcess.End await(ToolProcess server, List<ToolProcess> workers, Duration budget)
            throws InterruptedException {
        boolean othersMayCome = !settings.distributed().isLoopback();
        long deadline = System.nanoTime() + budget.toNanos();
        long orphanedSince = 0;
        while (server.isAlive() && System.nanoTime() < deadline) {
            boolean orphaned = !othersMayCome && workers.stream().noneMatch(ToolProcess::isAlive);
            orphanedSince = orphaned ? (orphanedSince == 0 ? System.nanoTime() : orphanedSince) : 0;
            if (orphaned && System.nanoTime() - orphanedSince > ORPHANED.toNanos()) {
                break;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return server.await(Duration.ZERO);
    }

    private static Verdict explain(Verdict verdict, TlcRecord said) {
        return verdict instanceof Verdict.Failed failed
                        && failed.kind() == FailureKind.CRASH
                        && !said.trace().isEmpty()
                ? new Verdict.Failed(
                        FailureKind.INCOMPLETE,
                        "an invariant broke; TLC's distributed mode does not say which: run it without --distributed")
                : verdict;
    }

    private static EngineResult result(Verdict verdict, TlcRecord said, ToolProcess.End end) {
        return new EngineResult(
                verdict,
                // Each worker counts some states that a single process does not: only the distinct states are
                // comparable.
                false,
                said.progress(),
                said.depth(),
                List.of(),
                null,
                null,
                end.seconds(),
                said.version().isEmpty() ? "TLC, distributed" : said.version());
    }

    private TlcProcess server(ManifestEntry entry, Cfg cfg, Path work, int port) {
        TlcProcess server = process(entry, work, port)
                .options("-D" + SERVER + ".expectedFPSetCount=0")
                .main(TlcMain.class)
                .arguments(SERVER, "-tool", "-checkpoint", "0", "-fp", "1");
        if (!cfg.checksDeadlock()) {
            // The server does not read CHECK_DEADLOCK.
            server.arguments("-deadlock");
        }
        return server.arguments("-metadir", work.resolve("states").toString())
                .arguments("-config", entry.name() + ".cfg", entry.moduleName());
    }

    private TlcProcess worker(ManifestEntry entry, Path directory, int port) {
        return process(entry, directory, port)
                .options("-D" + WORKER + ".threadCount=1")
                .arguments(WORKER, settings.distributed().host());
    }

    private TlcProcess process(ManifestEntry entry, Path directory, int port) {
        return new TlcProcess(settings.tlaTools(), entry.heapMb(), List.of(directory), directory)
                .options("-XX:+UseParallelGC")
                .options("-Djava.rmi.server.hostname=" + settings.distributed().host())
                .options("-D" + SERVER + ".port=" + port);
    }

    private void announceOthers(ManifestEntry entry, int port) {
        announce.accept(entry.name() + ": a worker on another machine joins with\n    java -D" + SERVER + ".port="
                + port
                + " -cp tla2tools.jar " + WORKER + " " + settings.distributed().host()
                + (settings.distributed().isLoopback()
                        ? "\n    (only after --dist-host names an address that it can reach)"
                        : ""));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
