package io.github.ordertimeout.chaos;

/** What whoever asked the database for something was told. */
enum Outcome {
    /** It is done. */
    DONE,
    /** It is not done. */
    NOT_DONE,
    /** The answer was lost. */
    UNKNOWN
}
