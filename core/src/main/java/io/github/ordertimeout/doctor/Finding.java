package io.github.ordertimeout.doctor;

/**
 * One thing that a person should know.
 *
 * @param severity how much it matters
 * @param code the same for every finding of its kind; lower case, words joined by hyphens
 * @param message what is so, in one sentence
 * @param advice what to do; a statement of SQL stands in it as it is to be run
 */
public record Finding(Severity severity, String code, String message, String advice) {
    /** How much a finding matters. */
    public enum Severity {
        /** The library cannot work, or money or stock is lost. */
        ERROR,
        /** It works, but slowly, late, or not as somebody might expect. */
        WARNING,
        /** Worth knowing. */
        INFO
    }

    /** An error. */
    public static Finding error(String code, String message, String advice) {
        return new Finding(Severity.ERROR, code, message, advice);
    }

    /** A warning. */
    public static Finding warning(String code, String message, String advice) {
        return new Finding(Severity.WARNING, code, message, advice);
    }

    /** Something worth knowing. */
    public static Finding info(String code, String message, String advice) {
        return new Finding(Severity.INFO, code, message, advice);
    }
}
