package io.mintmark.gapless;

/**
 * A number that a transaction has taken. It is final only after the transaction is committed.
 *
 * @param text the number in its format, such as {@code INV-acme-2026-000042}
 * @param tenant the tenant of its counter; empty for a format without a tenant
 * @param period the period of its counter: {@code 2026}, {@code 2026-11}, or empty
 * @param number 1 or more
 */
public record GaplessNumber(String text, String tenant, String period, long number) {}
