package io.mintmark.cli.ids;

import java.util.List;
import java.util.Optional;

/**
 * All ids of an input.
 *
 * @param count how many
 * @param duplicates how many of them repeat an earlier id
 * @param first the first of these, in the order of their lines
 * @param kinds the profile of each kind that occurred
 * @param unread how many lines do not contain exactly one id
 * @param fault a sentence about these lines; empty if there are none
 */
public record ReadIds(
    long count,
    long duplicates,
    List<Duplicate> first,
    List<IdProfile> kinds,
    long unread,
    Optional<String> fault) {}
