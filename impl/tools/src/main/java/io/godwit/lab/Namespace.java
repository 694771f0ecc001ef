package io.godwit.lab;

import io.godwit.lab.link.Link;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The network namespace of a place.
 *
 * @param name of the network namespace, or empty for that of this process
 * @param device its network device
 * @param address the address of that device
 */
record Namespace(String name, String device, String address) {
    /** The command prefix that runs a command there. */
    List<String> before() {
        return name.isEmpty() ? List.of() : List.of("ip", "netns", "exec", name);
    }

    /** Runs a program there, and gives it some text to read. */
    void run(String input, String... command) throws IOException {
        List<String> whole = new ArrayList<>(before());
        whole.addAll(List.of(command));
        try {
            Shell.run(whole, input);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("interrupted at " + String.join(" ", whole));
        }
    }

    /** The chain of rules for what comes to this place on a link, or for what goes from it to clients. */
    static String chain(Link link) {
        return link.to().equals(Link.CLIENT) ? "to-client" : "from-" + link.from();
    }
}
