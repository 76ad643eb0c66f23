package io.mintmark.uuid;

import io.mintmark.generator.IdOrder;
import io.mintmark.internal.kind.Builders;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Settings of a UUID generator. The default is version 7. Not thread-safe.
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
   *       6.2, method 1). Each UUID is greater, in {@link Uuids#UNSIGNED}, than all UUIDs that the
   *       generator made before, and therefore different from them. With {@link #order}, the order
   *       can be limited to the UUIDs of each thread. When the clock steps back, the time stays the
   *       same and the counter continues. The UUIDs of two generators, also in one process, differ
   *       because of their random bits.
   *   <li>Version 1: 100 ns ticks, a random clock sequence and a random node, together 61 random
   *       bits. All generators of versions 1 and 6 in this process for which no node was set use
   *       the same random node. In this process, each tick of that node is used for one UUID only.
   *   <li>Version 6: the fields of version 1 in the order of time. Each UUID is greater, in {@link
   *       Uuids#UNSIGNED}, than all UUIDs that the generator made before.
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
   * Sets the node of versions 1 and 6, for example {@link UuidNode#ofMac}. All generators with this
   * node in this process share its ticks, and each tick is used for one UUID only. After a restart
   * of the process, or in another process with the same node, a tick can be used again. Then only
   * the 14 random bits of the clock sequence distinguish the UUIDs, so two UUIDs may be equal.
   *
   * @param bits 48 bits
   * @return this
   */
  public UuidBuilder node(long bits) {
    node = OptionalLong.of(bits);
    return this;
  }

  /**
   * Sets the order of UUIDs of version 7: over all calls of the generator, or only within each
   * thread. With {@link IdOrder#THREAD}, several threads together make UUIDs many times as fast,
   * because no thread writes memory that another thread reads.
   *
   * @param among the order; default {@link IdOrder#GENERATOR}
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
