package io.godwit.playground;

import io.godwit.protocol.Copies;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.InputException;
import io.godwit.simulation.RunPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A plan as the page says it: arguments of the form {@code name=value}. A fault is {@code fault=kind,at,window,delay,site,other,amount,duration};
 * {@code copies} is a number, or one for each range of partitions, with commas between them.
 */
final class PlanArguments {
    private static final List<String> PROTOCOLS = List.of("quorum", "classic");
    private static final int FAULT_FIELDS = 8;
    private static final int MOST_MEMBERS = 7;
    private static final int MOST_PARTITIONS = 64;
    private static final int MOST_CLIENTS = 20;
    private static final long MOST_MICROS = 120_000_000;
    private static final int MOST_COPIES = 7;

    private final Map<String, String> values = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    /**
     * Takes arguments.
     *
     * @throws InputException if one has another form
     */
    PlanArguments(List<String> arguments) {
        for (String argument : arguments) {
            int sign = argument.indexOf('=');
            if (sign < 0) {
                throw new InputException("'" + argument + "' is not of the form name=value");
            }
            String name = argument.substring(0, sign);
            String value = argument.substring(sign + 1);
            if (name.equals("fault")) {
                faults.add(value);
            } else {
                values.put(name, value);
            }
        }
    }

    /** The value of an argument, or empty. */
    String text(String name) {
        return values.getOrDefault(name, "");
    }

    /**
     * A number.
     *
     * @throws InputException if it is missing, or out of its range
     */
    long number(String name, long least, long most) {
        return number(name, text(name), least, most);
    }

    private static long number(String name, String text, long least, long most) {
        try {
            long value = Long.parseLong(text.trim());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // As if it were out of range.
        }
        throw new InputException(name + " '" + text + "' must be a whole number from " + least + " to " + most);
    }

    /**
     * The protocol, {@code quorum} if none is named.
     *
     * @throws InputException if it is neither that nor {@code classic}
     */
    String protocol() {
        String protocol = values.getOrDefault("protocol", "quorum");
        if (!PROTOCOLS.contains(protocol)) {
            throw new InputException("protocol '" + protocol + "' must be one of " + String.join(", ", PROTOCOLS));
        }
        return protocol;
    }

    /** Whether it is classic. */
    boolean isClassic() {
        return protocol().equals("classic");
    }

    /** Founders. */
    int members() {
        return (int) number("members", 1, MOST_MEMBERS);
    }

    /** Virtual length in microseconds. */
    long micros() {
        return number("micros", 1_000_000, MOST_MICROS);
    }

    /** The seed from which the run draws all random numbers. */
    long seed() {
        return number("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /**
     * The plan.
     *
     * @throws InputException if something is missing or wrong
     */
    RunPlan plan() {
        int partitions = (int) number("partitions", 1, MOST_PARTITIONS);
        long micros = micros();
        return new RunPlan(
                protocol(),
                seed(),
                members(),
                partitions,
                copies(partitions),
                (int) number("parallel", 1, 1_000),
                micros,
                number("calmFrom", 0, micros),
                (int) number("clients", 0, MOST_CLIENTS),
                faults(),
                List.of());
    }

    /**
     * The faults.
     *
     * @throws InputException if one is wrong
     */
    List<Fault> faults() {
        int sites = members() + RunPlan.SPARE_SITES;
        return faults.stream().map(fault -> fault(fault, sites)).toList();
    }

    private Copies copies(int partitions) {
        int[] counts = Arrays.stream(text("copies").split(",", -1))
                .mapToInt(count -> (int) number("copies", count, 1, MOST_COPIES))
                .toArray();
        if (counts.length == 1) {
            return Copies.all(counts[0]);
        } else if (isClassic()) {
            throw new InputException("classic has the same number of copies of all partitions");
        } else if (partitions % counts.length != 0) {
            throw new InputException("the number of values of copies must divide the number of partitions");
        }
        return Copies.ranges(partitions / counts.length, counts);
    }

    private static Fault fault(String text, int sites) {
        String[] fields = text.split(",", -1);
        if (fields.length != FAULT_FIELDS) {
            throw new InputException("fault '" + text + "' must have " + FAULT_FIELDS + " fields");
        }
        FaultKind kind = FaultKind.of(fields[0]);
        if (kind == null) {
            throw new InputException("no fault '" + fields[0] + "'. There are: "
                    + Arrays.stream(FaultKind.values()).map(FaultKind::text).collect(Collectors.joining(", ")));
        }
        return new Fault(
                kind,
                number("at", fields[1], 0, MOST_MICROS),
                fields[2],
                number("delay", fields[3], 0, MOST_MICROS),
                (int) number("site", fields[4], -9, sites),
                (int) number("other", fields[5], -9, sites),
                number("amount", fields[6], Long.MIN_VALUE, Long.MAX_VALUE),
                number("duration", fields[7], 0, MOST_MICROS));
    }

    /** Writes a plan for the page. */
    static void write(RunPlan plan, JsonText json) {
        json.object();
        json.name("protocol").value(plan.protocol());
        // A seed may have 64 bits, which a number of JavaScript does not hold.
        json.name("seed").value(Long.toString(plan.seed()));
        json.name("members").value(plan.members());
        json.name("partitions").value(plan.partitions());
        json.name("copies").array();
        if (plan.copies().ranges() == 1) {
            json.value(plan.copies().only());
        } else {
            Arrays.stream(plan.copies().toArray()).forEach(json::value);
        }
        json.endArray();
        json.name("parallel").value(plan.parallel());
        json.name("micros").value(plan.micros());
        json.name("calmFrom").value(plan.calmFrom());
        json.name("clients").value(plan.clients());
        json.name("faults").array();
        for (Fault fault : plan.faults()) {
            json.object();
            json.name("kind").value(fault.kind().text());
            json.name("at").value(fault.at());
            json.name("window").value(fault.window());
            json.name("delay").value(fault.delay());
            json.name("site").value(fault.site());
            json.name("other").value(fault.other());
            json.name("amount").value(fault.amount());
            json.name("duration").value(fault.duration());
            json.endObject();
        }
        json.endArray().endObject();
    }
}
