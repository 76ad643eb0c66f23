/**
 * Numbers that count up, or in a cycle, for all processes of one store.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.sequence.Sequence;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   Sequence rows = mint.sequence("rows");                             // claims ahead: fast
 *   Sequence invoices = mint.sequence("invoices", s -> s.strict(true));    // one order for all
 *   Sequence tails = mint.sequence("tails", s -> s.cycle(1, 99));      // 1 to 99, then 1 again
 *   System.out.println(rows.next() + " " + invoices.next() + " " + tails.next());
 * }
 * }</pre>
 *
 * <p>A segmented sequence, the default, takes nanoseconds and leaves a gap at a restart. A strict
 * sequence waits for the store at each call. {@link SequenceBuilder} documents all settings.
 */
@NullMarked
package io.mintmark.sequence;

import org.jspecify.annotations.NullMarked;
