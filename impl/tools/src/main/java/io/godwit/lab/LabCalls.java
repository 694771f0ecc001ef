package io.godwit.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.lab.Condition.Cut;
import io.godwit.lab.Lab.LabException;
import io.godwit.lab.Links.Link;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Dispatches HTTP requests to a lab, between the HTTP server and the JSON of the answer. */
final class LabCalls {
    private static final Set<String> CONDITION =
            Set.of("cut", "delay", "jitter", "bandwidth", "slowStart", "drop", "duplicate", "loss");
    private static final String EVERY = "*";

    private final Lab lab;

    LabCalls(Lab lab) {
        this.lab = lab;
    }

    /** No resource has that name. */
    static final class NoSuchCallException extends Exception {
        private static final long serialVersionUID = 1;

        NoSuchCallException(String message) {
            super(message);
        }
    }

    Object call(String method, String path, JsonNode body)
            throws IOException, InterruptedException, NoSuchCallException {
        String[] parts = path.replaceFirst("^/", "").split("/", -1);
        String call = method + " " + parts[0] + " " + parts.length;
        switch (call) {
            case "GET links 1" -> {
                return links();
            }
            case "PUT links 3" -> {
                return changed(link -> matches(parts[1], parts[2], link), condition(body));
            }
            case "POST partition 1" -> {
                lab.partition(groups(body), cut(body.path("cut").asText("silent")));
                return links();
            }
            case "POST heal 1" -> {
                lab.heal();
                return links();
            }
            case "GET client 1" -> {
                return client();
            }
            case "GET client 2" -> {
                return clientBeside(lab.cluster().member(index(parts[1])));
            }
            case "GET members 1" -> {
                return members();
            }
            case "POST members 1" -> {
                return member(lab.add());
            }
            default -> {
                // Longer ones follow.
            }
        }
        if (call.equals("POST links 4") && parts[3].equals("reset")) {
            return reset(parts[1], parts[2]);
        } else if (parts[0].equals("members") && method.equals("POST") && parts.length > 2) {
            return member(act(
                    lab.cluster().member(index(parts[1])),
                    String.join("/", List.of(parts).subList(2, parts.length))));
        }
        throw new NoSuchCallException(method + " " + path + ": not found; docs/operate/lab.md lists all calls");
    }

    private static boolean matches(String from, String to, Link link) {
        return (from.equals(EVERY) || from.equals(link.from())) && (to.equals(EVERY) || to.equals(link.to()));
    }

    private List<Map<String, Object>> changed(Predicate<Link> which, Condition condition) {
        if (lab.change(which, before -> condition) == 0) {
            throw new IllegalArgumentException("no such link; GET /links lists them");
        }
        return links();
    }

    private List<Map<String, Object>> reset(String from, String to) {
        List<Link> which = lab.links().all().keySet().stream()
                .filter(link -> matches(from, to, link))
                .toList();
        if (which.isEmpty()) {
            throw new IllegalArgumentException("no such link: " + new Link(from, to));
        }
        which.forEach(lab.links()::reset);
        return links();
    }

    private List<Map<String, Object>> links() {
        List<Map<String, Object>> all = new ArrayList<>();
        lab.links().all().forEach((link, condition) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("from", link.from());
            one.put("to", link.to());
            one.put("cut", condition.cut().name().toLowerCase(Locale.ROOT));
            one.put("delay", condition.delay());
            one.put("jitter", condition.jitter());
            one.put("bandwidth", condition.bandwidth());
            one.put("slowStart", condition.slowStart());
            one.put("drop", condition.drop());
            one.put("duplicate", condition.duplicate());
            one.put("loss", condition.loss());
            all.add(one);
        });
        return all;
    }

    private static Condition condition(JsonNode body) {
        body.fieldNames().forEachRemaining(name -> {
            if (!CONDITION.contains(name)) {
                throw new IllegalArgumentException("unknown field " + name + "; known are "
                        + String.join(", ", CONDITION.stream().sorted().toList()));
            }
        });
        return new Condition(
                cut(body.path("cut").asText("none")),
                number(body, "delay"),
                number(body, "jitter"),
                number(body, "bandwidth"),
                number(body, "slowStart"),
                number(body, "drop"),
                number(body, "duplicate"),
                number(body, "loss"));
    }

    private static int number(JsonNode body, String name) {
        JsonNode value = body.path(name);
        if (!value.isMissingNode() && !value.canConvertToInt()) {
            throw new IllegalArgumentException(name + " must be an integer, not " + value);
        }
        return value.asInt(0);
    }

    private static Cut cut(String name) {
        for (Cut cut : Cut.values()) {
            if (cut.name().equalsIgnoreCase(name)) {
                return cut;
            }
        }
        throw new IllegalArgumentException("cut must be none, silent or reset, not " + name);
    }

    private static List<List<String>> groups(JsonNode body) {
        List<List<String>> groups = new ArrayList<>();
        for (JsonNode group : body.path("groups")) {
            List<String> names = new ArrayList<>();
            group.forEach(name -> names.add(name.asText()));
            groups.add(names);
        }
        if (groups.size() < 2) {
            throw new IllegalArgumentException("groups must be a list of two or more lists of places");
        }
        return groups;
    }

    private Map<String, Object> client() throws IOException {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("cluster", lab.cluster().name());
        answer.put(
                "addresses",
                lab.cluster().members().stream().map(LocalMember::address).toList());
        answer.put("via", lab.cluster().clientVia());
        return answer;
    }

    /** What a client needs that is cut off together with a member. */
    private Map<String, Object> clientBeside(LocalMember member) throws IOException {
        Map<String, Object> answer = client();
        answer.put("via", lab.cluster().via(member));
        answer.put("before", lab.cluster().before(member));
        answer.put("places", lab.cluster().places());
        return answer;
    }

    private List<Map<String, Object>> members() throws IOException, InterruptedException {
        List<Map<String, Object>> all = new ArrayList<>();
        for (LocalMember member : lab.cluster().members()) {
            all.add(member(member));
        }
        return all;
    }

    private static Map<String, Object> member(LocalMember member) throws IOException, InterruptedException {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("member", member.index());
        one.put("address", member.address());
        one.put("http", member.host() + ":" + member.httpPort());
        one.put("pid", member.process().map(ProcessHandle::pid).orElse(0L));
        one.put("state", member.condition().name().toLowerCase(Locale.ROOT));
        return one;
    }

    private static int index(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a member must be a number from 1, not " + text, e);
        }
    }

    private LocalMember act(LocalMember member, String action)
            throws IOException, InterruptedException, NoSuchCallException {
        boolean done = true;
        switch (action) {
            case "kill" -> done = lab.cluster().kill(member);
            case "pause" -> done = lab.cluster().pause(member);
            case "resume" -> done = lab.cluster().resume(member);
            case "restart" -> lab.restart(member);
            case "upgrade" -> lab.upgrade(member);
            case "move" -> {
                lab.cluster().moveAlongLinks(member);
                return lab.cluster().member(member.index());
            }
            case "leave" -> done = lab.cluster().tell(member, "/leave");
            case "disk/fill" -> lab.cluster().fillDisk(member);
            case "disk/free" -> lab.cluster().freeDisk(member);
            default -> done = tell(member, action);
        }
        if (!done) {
            throw new LabException(member.name() + " is not running");
        }
        return member;
    }

    /** Performs an action on the member's process. */
    private boolean tell(LocalMember member, String action)
            throws IOException, InterruptedException, NoSuchCallException {
        String number = action.substring(action.lastIndexOf('/') + 1);
        if (action.matches("disk/slow/[0-9]{1,6}")) {
            return lab.cluster().tell(member, "/disk-delay/" + number);
        } else if (action.matches("disk/reserve/[0-9]{1,9}")) {
            return lab.cluster().tell(member, "/disk-reserve/" + number);
        }
        throw new NoSuchCallException("no action " + action + "; docs/operate/lab.md lists them");
    }
}
