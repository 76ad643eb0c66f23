package io.mintmark.cli.ids;

import java.util.Optional;

/**
 * The report on the ids of one form.
 *
 * @param form the form
 * @param count how many ids
 * @param outOfOrder how many are below the preceding id of their form
 * @param firstOutOfOrder the line of the first of these, 0 if there is none
 * @param smallest the smallest id
 * @param greatest the greatest id
 * @param rate ids by their time; empty unless all ids carry a time
 */
public record FormReport(
    IdForm form,
    long count,
    long outOfOrder,
    long firstOutOfOrder,
    String smallest,
    String greatest,
    Optional<Rate> rate) {}
