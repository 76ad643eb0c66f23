package io.mintmark.uuid;

import io.mintmark.generator.IdOrder;
import io.mintmark.internal.kind.Builders;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Settings of a UUID generator, by default of version 7. Not thread-safe.
 *
 * <pre>{@code
 * import io.mintmark.Mintmark;
 * import io.mintmark.uuid.UuidGenerator;
 *
 * try (Mintmark mint = Mintmark.open("memory:")) {
 *   UuidGenerator tokens = mint.uuids("tokens", u -> u.version(4));
 *   System.out.println(tokens.next());
 * }
 * }</pre>
 */
public final class UuidBuilder {

  private int version = 7;
  private OptionalLong node = OptionalLong.empty();
  private IdOrder order = IdOrder.GENERATOR;

  static {
    Builders.register(UuidBuilder.class, UuidBuilder::new, UuidBuilder::settings);
  }

  private UuidBuilder() {}

  /**
   * Sets the version.
   *
   * <ul>
   *   <li>Version 4: 122 random bits that cannot be guessed, and no order.
   *   <li>Version 7: milliseconds, then a counter of 20 bits, then 54 random bits (RFC 9562 section
   *       6.2, method 1). Each UUID is greater, in {@link UuidOrder}, than all that the generator
   *       made before (or for its thread, see {@link #order}), and therefore different from them.
   *       When the clock steps back, the time freezes and the count continues. Between generators,
   *       also of one process, the random bits keep ids apart.
   *   <li>Version 1: 100 ns ticks, a random clock sequence and a random node, together 61 random
   *       bits. All generators of versions 1 and 6 in this process that were given no node share
   *       one random node, and use each of its ticks once.
   *   <li>Version 6: the fields of version 1 in the order of time. Each UUID is greater, in {@link
   *       UuidOrder}, than all that the generator made before.
   * </ul>
   *
   * @param number 1, 4, 6 or 7; default 7
   * @return this
   */
  public UuidBuilder version(int number) {
    version = number;
    return this;
  }

  /**
   * Sets the node of versions 1 and 6, for example {@link UuidNode#ofMac}. All generators of the
   * node in this process share its ticks, and use each once. After a restart, and between processes
   * with the same node, ids of the same tick differ only by the 14 random bits of the clock
   * sequence. So they differ probably, but not certainly.
   *
   * @param bits 48 bits
   * @return this
   */
  public UuidBuilder node(long bits) {
    node = OptionalLong.of(bits);
    return this;
  }

  /**
   * Sets among which calls ids of version 7 rise. With an order by thread, several threads make
   * them many times as fast, because no thread writes memory that another thread reads.
   *
   * @param among default {@link IdOrder#GENERATOR}
   * @return this
   */
  public UuidBuilder order(IdOrder among) {
    order = Objects.requireNonNull(among, "among");
    return this;
  }

  private UuidSettings settings() {
    return new UuidSettings(version, node, order);
  }
}
