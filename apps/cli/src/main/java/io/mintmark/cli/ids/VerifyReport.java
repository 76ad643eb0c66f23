package io.mintmark.cli.ids;

import java.util.List;

/**
 * The report on all ids that were read, and on repeats among them.
 *
 * @param count how many ids, all forms together
 * @param unread how many lines are not one id
 * @param duplicates how many lines repeat an earlier line
 * @param first the first of these, in the order of their lines
 * @param forms the report on each form that occurred
 */
public record VerifyReport(
    long count, long unread, long duplicates, List<Duplicate> first, List<FormReport> forms) {}
