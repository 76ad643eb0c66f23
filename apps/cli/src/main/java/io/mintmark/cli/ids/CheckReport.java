package io.mintmark.cli.ids;

import java.util.List;

/**
 * The result of a check.
 *
 * @param ids how many ids there are, repeats included
 * @param duplicates how many of them repeat an earlier id
 * @param kind the apparent kind of the ids, as a short name that programs can compare: {@code
 *     snowflake:twitter}, {@code uuid-v7}
 * @param remarks the remarks in display order
 * @param settings the settings of a generator that continues the ids, as YAML in braces; empty if
 *     no generator can
 */
public record CheckReport(
    long ids, long duplicates, String kind, List<Remark> remarks, String settings) {}
