package io.godwit.lab;

import io.godwit.lab.Lab.LabException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The saved state of a cluster in its directory, so that any process can manage it. */
final class SavedCluster {
    private static final String FILE = "cluster.properties";
    private static final String VIA = "via.";
    private static final String HOST = "host.";
    private static final String BEFORE = "before.";
    private static final String OTHER_PORT = "other-port.";

    private static final String LOOPBACK = "127.0.0.1";

    private final Path file;
    private final Properties properties;

    private SavedCluster(Path file, Properties properties) {
        this.file = file;
        this.properties = properties;
    }

    static boolean exist(Path directory) {
        return Files.exists(directory.resolve(FILE));
    }

    /** Empty settings. */
    static SavedCluster create(Path directory) {
        return new SavedCluster(directory.resolve(FILE), new Properties());
    }

    /**
     * Reads the saved settings.
     *
     * @throws LabException if there are none, or they cannot be read
     */
    static SavedCluster read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            throw new LabException("no cluster in " + directory + "; ./godwit cluster start makes one");
        }
        Properties properties = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            properties.load(in);
        } catch (IllegalArgumentException | java.nio.charset.CharacterCodingException e) {
            throw new LabException(file + " cannot be read: " + e.getMessage() + "; " + wayOut(directory));
        }
        SavedCluster settings = new SavedCluster(file, properties);
        settings.ports();
        settings.text("name");
        return settings;
    }

    private static String wayOut(Path directory) {
        return "stop the members' processes in " + directory + " and remove it";
    }

    void write() throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
    }

    /** One that has to be there. */
    String text(String key) throws LabException {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new LabException(file + " has no entry " + key + "; " + wayOut(file.getParent()));
        }
        return value;
    }

    void text(String key, String value) {
        properties.setProperty(key, value);
    }

    /** The ports of each place, that for members and clients and that for HTTP; places may be empty. */
    List<int[]> ports() throws LabException {
        List<int[]> ports = new ArrayList<>();
        for (String place : text("ports").split(",", -1)) {
            String[] two = place.split("/", -1);
            try {
                ports.add(new int[] {Integer.parseInt(two[0]), Integer.parseInt(two[1])});
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new LabException(file + " says '" + place + "' where two ports are expected, such as 5701/8701; "
                        + wayOut(file.getParent()));
            }
        }
        return ports;
    }

    /** The same, one after the other. */
    List<Integer> portList() throws LabException {
        return new ArrayList<>(
                ports().stream().flatMapToInt(Arrays::stream).boxed().toList());
    }

    void ports(List<Integer> all) {
        List<String> places = new ArrayList<>();
        for (int i = 0; i + 1 < all.size(); i += 2) {
            places.add(all.get(i) + "/" + all.get(i + 1));
        }
        text("ports", String.join(",", places));
    }

    /** Changes the port for members and clients of a place. */
    void port(int index, int port) throws LabException {
        List<Integer> all = portList();
        all.set(2 * index - 2, port);
        ports(all);
    }

    /** The port of each place that links lead to as well. */
    void otherPorts(List<Integer> all) {
        for (int i = 0; i < all.size(); i++) {
            otherPort(i + 1, all.get(i));
        }
    }

    void otherPort(int index, int port) {
        text(OTHER_PORT + index, Integer.toString(port));
    }

    /**
     * The second port of a place: links lead to both.
     *
     * @throws LabException if there is none
     */
    int otherPort(int index) throws LabException {
        String port = properties.getProperty(OTHER_PORT + index);
        if (port == null) {
            throw new LabException(
                    "no links lead to another port of member-" + index + "; relays do, from the start of a lab on");
        }
        return Integer.parseInt(port);
    }

    /** Is it written down where members are, and no others can be added? */
    boolean hasWays() {
        return properties.stringPropertyNames().stream().anyMatch(key -> key.startsWith(VIA));
    }

    /** Where a member listens, and with what a command begins that is to run there. */
    void place(String member, String host, List<String> before) {
        text(HOST + member, host);
        text(BEFORE + member, String.join("\n", before));
    }

    /** Where a member listens; the loopback unless something else was written down. */
    String host(String member) {
        return properties.getProperty(HOST + member, LOOPBACK);
    }

    /** With what a command begins that is to run at a member's place. */
    List<String> before(String member) {
        String before = properties.getProperty(BEFORE + member, "");
        return before.isEmpty() ? List.of() : List.of(before.split("\n", -1));
    }

    /** Where to dial instead of the addresses of others. */
    Map<String, String> via(String from) {
        Map<String, String> via = new LinkedHashMap<>();
        for (String pair : properties.getProperty(VIA + from, "").split(",", -1)) {
            int middle = pair.indexOf('=');
            if (middle > 0) {
                via.put(pair.substring(0, middle), pair.substring(middle + 1));
            }
        }
        return via;
    }

    /** Adds where to dial instead of more addresses. */
    void addVia(String from, Map<String, String> more) {
        Map<String, String> all = via(from);
        all.putAll(more);
        List<String> pairs = new ArrayList<>();
        all.forEach((address, instead) -> pairs.add(address + "=" + instead));
        text(VIA + from, String.join(",", pairs));
    }
}
