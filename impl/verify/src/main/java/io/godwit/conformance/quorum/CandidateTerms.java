package io.godwit.conformance.quorum;

import io.godwit.conformance.binding.Constants;

/** In which term a candidate stands next, if the model makes them take turns; {@code NextTerm}. The engine leaves that to its caller. */
final class CandidateTerms {
    private static final String[] ORDER = {"c", "a", "b"};

    private CandidateTerms() {}

    static int next(Constants constants, String candidate, int term) {
        boolean last = constants.truth("Calming") && term + 1 == constants.number("MaxTerm");
        if (!constants.truth("TakeTurns") || last || isTurn(candidate, term + 1)) {
            return term + 1;
        }
        return isTurn(candidate, term + 2) ? term + 2 : term + 3;
    }

    private static boolean isTurn(String candidate, int term) {
        return ORDER[term % ORDER.length].equals(candidate);
    }
}
