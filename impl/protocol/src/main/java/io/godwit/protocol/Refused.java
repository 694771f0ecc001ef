package io.godwit.protocol;

/** Ends an action whose precondition does not hold. {@link Rules} throws it, {@link Step#of} catches it; it has no stack trace. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    Refused(Refusal refusal) {
        super(null, null, false, false);
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
