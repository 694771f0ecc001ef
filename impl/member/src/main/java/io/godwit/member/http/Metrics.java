package io.godwit.member.http;

import io.godwit.member.transfer.Traffic;

/** A status as Prometheus reads it: text format 0.0.4. */
final class Metrics {
    private final StringBuilder text = new StringBuilder();
    private final String labels;

    private Metrics(Status status) {
        labels = "{cluster=\"" + escaped(status.cluster()) + "\",member=\"" + status.number() + "\"}";
    }

    static String of(Status status, Traffic traffic, long loaded) {
        Metrics metrics = new Metrics(status);
        metrics.gauge("term", "The highest term that the member has promised to.", status.term());
        metrics.gauge("is_master", "1 if the member is master.", status.role().equals("master") ? 1 : 0);
        metrics.gauge("ready", "1 if the member hears a master or is one.", status.ready() ? 1 : 0);
        metrics.gauge("voters", "Number of voters.", status.voters().size());
        metrics.gauge(
                "suspects",
                "Members that this one takes to be dead.",
                status.suspects().size());
        metrics.gauge("partitions", "Partitions of the cluster.", status.partitions());
        metrics.gauge("primaries", "Partitions of which the member is primary.", status.primaries());
        metrics.gauge("replicas", "Partitions of which the member holds a copy.", status.replicas());
        metrics.gauge("migrations", "Migrations that the member knows of.", status.migrations());
        metrics.gauge("incomplete_partitions", "Partitions with replicas out of sync.", status.incomplete());
        metrics.gauge(
                "unserved_partitions", "Partitions whose in-sync replicas are all at suspects.", status.unserved());
        metrics.gauge("entries", "Keys in the member's copies.", status.entries());
        metrics.counter("transfer_bytes_total", "Bytes sent of copies of partitions in parts.", traffic.bytes());
        metrics.counter(
                "transfer_file_bytes_total", "Bytes sent of copies of partitions as files.", traffic.fileBytes());
        metrics.counter("transfers_whole_total", "Copies that were sent whole, in parts.", traffic.whole());
        metrics.counter("transfers_file_total", "Copies that were sent whole, as files.", traffic.files());
        metrics.counter("copies_loaded_total", "Copies that came as files and were taken as they are.", loaded);
        metrics.counter(
                "transfers_difference_total",
                "Copies of which only what the receiver lacked was sent.",
                traffic.differences());
        metrics.counter(
                "transfers_rollback_total",
                "Those of these for which the receiver had to take writes back.",
                traffic.rollbacks());
        return metrics.text.toString();
    }

    private void gauge(String name, String help, long value) {
        add("gauge", name, help, value);
    }

    private void counter(String name, String help, long value) {
        add("counter", name, help, value);
    }

    private void add(String type, String name, String help, long value) {
        text.append("# HELP godwit_").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE godwit_").append(name).append(' ').append(type).append('\n');
        text.append("godwit_")
                .append(name)
                .append(labels)
                .append(' ')
                .append(value)
                .append('\n');
    }

    private static String escaped(String label) {
        return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
