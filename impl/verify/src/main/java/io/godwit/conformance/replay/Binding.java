package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.Corpus;
import java.util.Map;

/** Ties one root module of the specification to the engine. */
public interface Binding {
    /** Name of the root module. */
    String root();

    /** The next-state relation of its models. */
    default String next() {
        return "Next";
    }

    /** Directory of the root module below {@code spec}: quorum or classic. */
    String family();

    /** Variables that only the specification has: {@code name -> why the engine has no counterpart}. */
    Map<String, String> specificationOnly();

    /**
     * Variables that are in no member: processes, links, what is under way. The replay carries them itself, and compares them:
     * {@code name -> what it is}.
     */
    Map<String, String> world();

    /**
     * Actions that no member carries out: {@code Module!Action -> why}. Their effect on the members, if they have one, is
     * carried out by the binding.
     */
    Map<String, String> environment();

    /**
     * Conditions in actions that the engine does not have, evaluated by the binding on the state of the specification:
     * {@code condition -> why}.
     */
    Map<String, String> specificationOnlyGuards();

    /**
     * The states of a model, as the engine sees them.
     *
     * @return not safe for use by several threads
     */
    World world(Corpus corpus);
}
