package io.github.ordertimeout.jdbc.audit;

/** Takes what an audit finds, page by page. Called on the thread that audits, outside every transaction. */
@FunctionalInterface
public interface AuditReader {
    /**
     * Takes a page. Once this has returned the page counts as taken; where it throws, the audit ends with that, and the page
     * comes again when the audit is continued.
     *
     * @return false to end the audit here; {@link AuditPage#next} tells where it can be continued
     */
    boolean page(AuditPage page);
}
