package io.godwit.cli;

import io.godwit.environment.Clock;
import io.godwit.environment.threads.SystemClock;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.storage.MemberStore;
import io.godwit.storage.StoreException;
import io.godwit.storage.recovery.RecoveredPartition;
import io.godwit.storage.recovery.RecoveredPartition.Choice;
import io.godwit.storage.recovery.Recovery;
import io.godwit.storage.recovery.Recovery.MemberLeft;
import io.godwit.storage.rocksdb.RocksStorage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code godwit recover}: makes a cluster of those who are left when a majority of the voters is gone for good. */
@Command(
        name = "recover",
        description = {
            "Make a cluster of the members that are left when a majority of its voters is gone for good.",
            "Reads the data directories of stopped members, and shows what would be kept and what may be missing.",
            "Writes only with --yes."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/operate/storage.md says when to use it, and what it cannot know."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all directories were written",
            "1:nothing was written, because --yes was not given",
            "2:invalid arguments, or a directory that cannot be used",
            "3:a directory could not be written: repeat the command",
            "5:a directory is damaged"
        })
final class RecoverCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "DIR",
            arity = "1..*",
            description = "Data directory (data-dir) of a member that is left; one of each.")
    private List<Path> directories;

    @Option(names = "--yes", description = "Write the directories.")
    private boolean confirmed;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        List<MemberStore> stores = new ArrayList<>();
        try {
            Recovery recovery;
            try {
                Clock clock = new SystemClock();
                for (Path directory : distinct(directories)) {
                    stores.add(new MemberStore(RocksStorage.open(directory), clock));
                }
                recovery = Recovery.of(stores, clock);
            } catch (IOException e) {
                err.println(ExceptionHandler.text(e));
                return StoreException.damageOf(e).isPresent() ? ExitStatus.DAMAGED : ExitStatus.BROKEN_INPUT;
            }
            print(recovery);
            if (!confirmed) {
                out().println();
                out().println("Nothing was written. Keep copies of these directories, then repeat with --yes.");
                return ExitStatus.CHECK_FAILED;
            }
            return write(recovery);
        } finally {
            stores.forEach(MemberStore::close);
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private int write(Recovery recovery) {
        try {
            recovery.write();
        } catch (StoreException e) {
            spec.commandLine().getErr().println(ExceptionHandler.text(e));
            spec.commandLine()
                    .getErr()
                    .println("The recovery is not complete, and none of these members starts: repeat the command.");
            return ExitStatus.TOOL_FAILED;
        }
        out().println();
        out().println("The directories were written. Start these members as before; they refuse all others of the"
                + " cluster that was. Remove the directories of the others.");
        return ExitStatus.OK;
    }

    /** The directories, each of which exists and looks like one of a member, so that none is made by opening it. */
    private static Set<Path> distinct(List<Path> given) throws IOException {
        Set<Path> distinct = new LinkedHashSet<>();
        for (Path directory : given) {
            if (!Files.isDirectory(directory)) {
                throw new StoreException("there is no directory " + directory);
            }
            try (Stream<Path> files = Files.list(directory)) {
                if (files.noneMatch(file -> file.getFileName().toString().matches("CURRENT|MANIFEST-\\d+"))) {
                    throw new StoreException(directory + " is no data directory of a member");
                }
            }
            if (!distinct.add(directory.toRealPath())) {
                throw new StoreException(directory + " is named twice");
            }
        }
        return distinct;
    }

    private void print(Recovery recovery) {
        PrintWriter out = out();
        Voting known = recovery.knownVoters();
        TextTable table = new TextTable(
                List.of("member", "address", "voter", "term", "copies", "writes", "newest version", "directory"),
                Set.of(0, 3, 4, 5));
        for (MemberLeft member : recovery.members()) {
            table.add(List.of(
                    Integer.toString(member.self().number()),
                    member.self().address(),
                    known.voters().contains(member.self().number()) ? "yes" : "no",
                    Integer.toString(member.term()),
                    Integer.toString(member.copies()),
                    Long.toString(member.writes()),
                    member.newest().number() == 0 ? "-" : member.newest().toString(),
                    member.place()));
        }
        table.print(out);
        out.println();
        if (recovery.isResumed()) {
            out.println("This goes on with a recovery that was interrupted.");
        } else {
            MemberSet here = MemberSet.of(recovery.members().stream()
                    .mapToInt(it -> it.self().number())
                    .toArray());
            out.println("The voters that these members know last are " + known.voters() + "; not here are "
                    + known.voters().minus(here) + ".");
            if (known.isMajority(here)) {
                out.println(
                        "These members are a majority of them: start them first. Recover only if they elect no master,"
                                + " because the voters have changed since.");
            }
        }
        out.println("The voters will be " + recovery.voters() + ", and terms go on from " + recovery.term()
                + ", which is later by " + Recovery.TERM_MARGIN + " than any that these members have seen.");
        if (!recovery.partitions().isEmpty()) {
            partitions(recovery.partitions());
        }
    }

    private void partitions(List<RecoveredPartition> partitions) {
        PrintWriter out = out();
        out.println("Of " + partitions.size() + " partitions, " + count(partitions, Choice.IN_SYNC)
                + " have a copy that was in sync, " + count(partitions, Choice.NEWEST_COPY)
                + " only one that was not, and " + count(partitions, Choice.EMPTY) + " none.");
        List<RecoveredPartition> losses =
                partitions.stream().filter(it -> it.choice() != Choice.IN_SYNC).toList();
        if (!losses.isEmpty()) {
            out.println();
            TextTable table =
                    new TextTable(List.of("partition", "becomes", "were in sync", "copies that are left"), Set.of(0));
            for (RecoveredPartition loss : losses) {
                table.add(List.of(
                        Integer.toString(loss.partition()),
                        loss.choice() == Choice.EMPTY
                                ? "empty"
                                : "the copy of member " + loss.configuration().primary(),
                        loss.newest().isNone()
                                ? "unknown"
                                : loss.newest().configuration().inSync().toString(),
                        copies(loss)));
            }
            table.print(out);
            out.println(
                    "Of these partitions, acknowledged writes may be missing: all that came after the last one of the copy.");
        }
        out.println();
        out.println(
                "What cannot be known: the members that are not here may have decided more than these have heard of,"
                        + " and acknowledged writes that are in no directory here, also of partitions with a copy that was in"
                        + " sync. If all members stopped at the same time, none of those is missing.");
    }

    private static String copies(RecoveredPartition partition) {
        String all = partition.copies().entrySet().stream()
                .map(it -> "member " + it.getKey() + ": " + it.getValue().writes() + " writes, the last in version "
                        + it.getValue().last())
                .collect(Collectors.joining("; "));
        return all.isEmpty() ? "none" : all;
    }

    private static long count(List<RecoveredPartition> partitions, Choice choice) {
        return partitions.stream().filter(it -> it.choice() == choice).count();
    }
}
