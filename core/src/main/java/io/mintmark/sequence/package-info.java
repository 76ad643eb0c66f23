/**
 * Sequences of numbers that all processes of one store share. They count up, or in a cycle.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.sequence.Sequence;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   Sequence rows = mint.sequence("rows");                              // claims ahead: fast
 *   Sequence invoices = mint.sequence("invoices", s -> s.strict(true)); // one order for all
 *   Sequence tails = mint.sequence("tails", s -> s.cycle(1, 99));       // 1 to 99, then 1 again
 *   System.out.println(rows.next() + " " + invoices.next() + " " + tails.next());
 * }
 * }</pre>
 *
 * <p>By default a sequence is segmented: a call takes nanoseconds, and a restart of the process
 * leaves a gap. A strict sequence waits for the store at each call. {@link SequenceBuilder}
 * documents all settings.
 *
 * <p>This package is stable.
 */
@NullMarked
package io.mintmark.sequence;

import org.jspecify.annotations.NullMarked;
