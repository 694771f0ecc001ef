package io.godwit.simulation.cluster;

import io.godwit.protocol.map.Bytes;
import io.godwit.simulation.Assumption;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.disk.SimulatedDisk;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The faults of a plan that hit disks, heaps and the power of machines.
 *
 * @param <S> the state of one member
 */
final class DiskFaults<S> {
    private final SimulatedCluster<S> cluster;
    private final ClusterFaults<S> faults;
    private final Assumption<S> assumption;

    DiskFaults(SimulatedCluster<S> cluster, ClusterFaults<S> faults, Assumption<S> assumption) {
        this.cluster = cluster;
        this.faults = faults;
        this.assumption = assumption;
    }

    /** The reason for which a fault cannot happen now; empty if it has happened. */
    String apply(Fault fault) {
        if (fault.kind() == FaultKind.POWER_CUT) {
            return powerCut(fault);
        } else if (fault.kind() == FaultKind.DAMAGE) {
            return damage(fault);
        }
        SimulatedMember<S> member = cluster.at(fault.site());
        if (member == null || !member.up()) {
            return "nobody runs there";
        } else if (!cluster.hasDisks()) {
            return "members keep nothing";
        }
        faults.begin(fault);
        SimulatedDisk disk = member.disk();
        switch (fault.kind()) {
            case SLOW_DISK -> {
                disk.delay(0, SimulatedCluster.DISK_LEAST + fault.amount() * SimulatedNetwork.MICRO);
                faults.endLater(fault, () -> disk.delay(0, SimulatedCluster.DISK_LEAST));
            }
            case FULL_DISK -> {
                disk.capacity(disk.used() + cluster.configs().diskReserve() / 2);
                faults.endLater(fault, () -> disk.capacity(Long.MAX_VALUE));
            }
            case FULL_HEAP -> {
                SimulatedHeap heap = member.heap();
                heap.leave(cluster.configs().heapReserve() / 2);
                faults.endLater(fault, () -> heap.leave(heap.capacity()));
            }
            case DISK_ERROR -> disk.failSync(new Random(cluster.random().bits(RandomPurpose.REST, fault.id(), 0)));
            default -> throw new IllegalArgumentException("no fault of a disk: " + fault);
        }
        return "";
    }

    private String damage(Fault fault) {
        SimulatedMember<S> member = cluster.at(fault.site());
        if (!cluster.hasDisks()) {
            return "members keep nothing";
        } else if (member == null || member.number() == 0 || !member.alive()) {
            return "no member has a disk there";
        }
        Random random = new Random(cluster.random().bits(RandomPurpose.DAMAGE, fault.id(), 0));
        if (member.up() && fault.amount() > 0) {
            return damageRunning(fault, member, random);
        }
        String forbidden = assumption.forbidsLoss(cluster, Set.of(member.number()));
        if (!forbidden.isEmpty()) {
            return forbidden;
        }
        boolean wasUp = member.up();
        faults.begin(fault);
        if (wasUp) {
            member.fallAsleep(faults.powerOff(fault));
        }
        SimulatedDisk disk = member.disk();
        byte[] key = random.nextBoolean() ? disk.damage(random) : disk.damageKey(random);
        tellDamaged(disk, key);
        damageFiles(random);
        member.noteDamage();
        if (wasUp) {
            faults.endLater(fault, () -> faults.wake(member));
        }
        return "";
    }

    /** A member does not read its disk before it starts again, or has to recover from a failure. */
    private String damageRunning(Fault fault, SimulatedMember<S> member, Random random) {
        faults.begin(fault);
        SimulatedDisk disk = member.disk();
        tellDamaged(disk, disk.damage(random));
        damageFiles(random);
        disk.noticeDamage(() -> !faults.isOver()
                && faults.forbidsLoss(List.of(cluster.at(fault.site()))).isEmpty());
        boolean ends = random.nextBoolean();
        cluster.after(fault.amount(), () -> {
            if (faults.isOver() || !member.up()) {
                return;
            } else if (!ends) {
                disk.failSync(random);
                return;
            }
            String refused = faults.reboot(fault, List.of(member), faults.powerOff(fault));
            if (!refused.isEmpty()) {
                cluster.tell("skipped", () -> "the end of " + member + ": " + refused);
            }
        });
        return "";
    }

    /** Files are rare, so that all running members are hit, until the faults end. */
    private void damageFiles(Random random) {
        for (SimulatedMember<S> member : faults.running()) {
            member.disk().damageNextFile(random, file -> {
                if (!faults.isOver()) {
                    cluster.tell("damage", () -> "of the file " + file);
                }
                return !faults.isOver();
            });
        }
    }

    private void tellDamaged(SimulatedDisk disk, byte[] key) {
        cluster.tell("damage", () -> "of the record under " + Bytes.of(key) + " of " + disk);
    }

    private String powerCut(Fault fault) {
        List<SimulatedMember<S>> victims = faults.running().stream()
                .filter(it -> fault.site() == 0 || it.site() == fault.site())
                .toList();
        if (victims.isEmpty()) {
            return "nobody runs there";
        }
        if (!cluster.hasDisks()) {
            return "members keep nothing";
        }
        long sync = SimulatedCluster.DISK_LEAST + fault.amount() * SimulatedNetwork.MICRO;
        victims.forEach(it -> it.disk().delay(0, sync));
        cluster.after(fault.amount() * 3 / 2, () -> {
            victims.forEach(it -> it.disk().delay(0, SimulatedCluster.DISK_LEAST));
            List<SimulatedMember<S>> running =
                    victims.stream().filter(SimulatedMember<S>::up).toList();
            String refused =
                    faults.isOver() || running.isEmpty() ? "nobody runs there" : faults.reboot(fault, running, true);
            if (refused.isEmpty()) {
                faults.noteHappened(fault);
            }
        });
        return "the power fails in a moment";
    }
}
