package io.mintmark.gapless;

/**
 * A number that a transaction has taken; it is the transaction's only once that is committed.
 *
 * @param text as people see it, such as {@code INV-acme-2026-000042}
 * @param tenant whose counter it is of; empty if the format has no tenant
 * @param period the time that the counter is for: {@code 2026}, {@code 2026-11}, or empty
 * @param number 1 or more
 */
public record GaplessNumber(String text, String tenant, String period, long number) {}
