package io.godwit.lab;

import io.godwit.lab.Lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The configuration files of a cluster's members: {@code docs/operate/configuration.md}. */
final class ConfigFile {
    /** A member refuses writes when less than this share of its disk is free. */
    private static final int RESERVE = 8;

    private static final Pattern PORT = Pattern.compile("(?m)^port: .*$");
    private static final Pattern MEMBERS = Pattern.compile("(?m)^members: .*$");
    private static final Pattern LIMIT = Pattern.compile("(?m)^max-version: .*(\\R|\\z)");

    private ConfigFile() {}

    /** Writes the whole file of a new member. */
    static void write(LocalMember member, SavedCluster settings, String token) throws IOException {
        String disk = settings.text("disk");
        StringBuilder text = new StringBuilder();
        text.append("cluster: ").append(quoted(settings.text("name"))).append('\n');
        text.append("name: ").append(member.name()).append('\n');
        text.append("host: ").append(member.host()).append('\n');
        text.append("port: ").append(member.port()).append('\n');
        text.append("http-port: ").append(member.httpPort()).append('\n');
        text.append("token-file: ").append(quoted(token)).append('\n');
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

    /**
     * Changes the port in a file and nothing else.
     *
     * @throws LabException if the file has none
     */
    static void port(LocalMember member, int port) throws IOException {
        String text = Files.readString(member.config());
        if (!PORT.matcher(text).find()) {
            throw new LabException(member.config() + " has no line with port; add one, such as port: " + member.port());
        }
        Files.writeString(member.config(), PORT.matcher(text).replaceFirst("port: " + port));
    }

    /** Changes an address in the list of members in a file and nothing else. */
    static void moved(LocalMember member, String from, String to) throws IOException {
        String text = Files.readString(member.config());
        Files.writeString(
                member.config(),
                MEMBERS.matcher(text).replaceAll(line -> Matcher.quoteReplacement(moved(line.group(), from, to))));
    }

    /** A list of addresses with another one in the place of one of them. */
    static String moved(String addresses, String from, String to) {
        return addresses.replaceAll("\\b" + Pattern.quote(from) + "\\b", Matcher.quoteReplacement(to));
    }

    /** The lines of a configuration without {@code max-version}. */
    static String withoutLimit(String lines) {
        return LIMIT.matcher(lines).replaceAll("");
    }

    /** Quotes a text for YAML, where {@code #} and {@code :} are special in plain text. */
    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
