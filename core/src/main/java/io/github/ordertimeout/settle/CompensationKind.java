package io.github.ordertimeout.settle;

/** What is owed or has failed. */
public enum CompensationKind {
    /** An overdue order whose close fails when tried alone. */
    CLOSE,
    /**
     * An overdue order that the payment side has held back for too long, or (type {@value #PAID}) that is paid at the provider
     * and open here. Listed for a person, asked about slowly; ends by itself once the order moves on.
     */
    STUCK,
    /** What a closed order held and a remote releaser has not given back yet; the type is the releaser's. */
    RELEASE,
    /** A closed order about whose payment the provider is asked once more: money may have come in after all. */
    RECHECK,
    /** A payment that is owed back; the type is its reference. Never given up, only slowed. */
    REFUND,
    /** Something that only a person can decide; the type is the payment's reference. Ends when it is discarded. */
    MANUAL;

    /** The type of a {@link #STUCK} row whose order is paid at the provider. */
    public static final String PAID = "paid";

    /** How often what is added has failed by then: once, unless it is only owed and was not tried yet. */
    public int attemptsWhenAdded() {
        return this == RELEASE || this == REFUND ? 0 : 1;
    }

    /** Whether it says that something has gone wrong or is owed, and not only that something is planned. */
    public boolean isBacklog() {
        return this != RECHECK;
    }
}
