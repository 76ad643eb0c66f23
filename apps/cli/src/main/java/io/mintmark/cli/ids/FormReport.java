package io.mintmark.cli.ids;

import java.util.Optional;

/**
 * The report on the ids of one form.
 *
 * @param form the form
 * @param count how many ids
 * @param outOfOrder how many are below the id of their form that came before
 * @param firstOutOfOrder the line of the first of these, 0 if none is
 * @param smallest the smallest id
 * @param greatest the greatest id
 * @param inBothCases whether some ObjectIds are in upper case and some in lower; they were compared
 *     as they stand
 * @param rate ids by the time they carry; empty unless all carry one
 */
public record FormReport(
    IdForm form,
    long count,
    long outOfOrder,
    long firstOutOfOrder,
    String smallest,
    String greatest,
    boolean inBothCases,
    Optional<Rate> rate) {}
