package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.IdOrder;
import io.mintmark.generator.ValueRange;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Makes UUIDs with generators that all callers in this process share. They need no store and are
 * never closed. Thread-safe. {@link UuidBuilder#version(int)} describes each version and the basis
 * of its uniqueness.
 *
 * <pre>{@code
 * import io.mintmark.uuid.Uuids;
 * import java.util.UUID;
 *
 * UUID ordered = Uuids.v7();
 * UUID random = Uuids.v4();
 * }</pre>
 */
public final class Uuids {

  /**
   * The order of UUIDs as unsigned numbers. It is also the order of their bytes and of their text,
   * and for versions 6 and 7 the order of time. {@link UUID#compareTo} has a different order,
   * because it compares each half as a signed number.
   */
  public static final Comparator<UUID> UNSIGNED = new UuidOrder();

  private Uuids() {}

  private static UuidGenerator ofProcess(Built<UuidGenerator> built) {
    Checkpoints.add(built.lifecycle());
    return built.generator();
  }

  /**
   * The generator of version 1. Each generator has a class of its own, so that it is created at the
   * first request for a UUID of its version.
   */
  private static final class V1 {
    static final UuidGenerator UUIDS =
        ofProcess(TimeUuids.make("uuid v1", 1, OptionalLong.empty(), Context.local()));
  }

  private static final class V4 {
    static final UuidGenerator UUIDS = ofProcess(RandomUuids.make("uuid v4", Context.local()));
  }

  private static final class V6 {
    static final UuidGenerator UUIDS =
        ofProcess(TimeUuids.make("uuid v6", 6, OptionalLong.empty(), Context.local()));
  }

  private static final class V7 {
    static final UuidGenerator UUIDS =
        ofProcess(OrderedUuids.make("uuid v7", IdOrder.GENERATOR, Context.local()));
  }

  /**
   * Parses a UUID strictly. {@link UUID#fromString} also accepts shorter groups of digits, for
   * example {@code 1-1-1-1-1}.
   *
   * @param text 32 hex digits, in upper or lower case, in groups of 8, 4, 4, 4 and 12 with hyphens
   *     between them
   * @return the UUID
   * @throws io.mintmark.error.InvalidIdException if the text is not a UUID; the message describes
   *     the fault and its position
   */
  public static UUID parse(String text) {
    return UuidText.parse(Objects.requireNonNull(text, "text"));
  }

  /**
   * Makes the next UUID of version 1.
   *
   * @return a UUID that this process never made before
   * @throws MintmarkException as {@link UuidGenerator#next} does
   */
  public static UUID v1() {
    return V1.UUIDS.next();
  }

  /**
   * Makes a UUID of version 4.
   *
   * @return a UUID with 122 random bits
   * @throws MintmarkException as {@link UuidGenerator#next} does
   */
  public static UUID v4() {
    return V4.UUIDS.next();
  }

  /**
   * Makes the next UUID of version 6.
   *
   * @return a UUID greater, in {@linkplain #UNSIGNED unsigned order}, than all UUIDs that this
   *     method returned before
   * @throws MintmarkException as {@link UuidGenerator#next} does
   */
  public static UUID v6() {
    return V6.UUIDS.next();
  }

  /**
   * Makes the next UUID of version 7.
   *
   * @return a UUID greater, in {@linkplain #UNSIGNED unsigned order}, than all UUIDs that this
   *     method returned before
   * @throws MintmarkException as {@link UuidGenerator#next} does
   */
  public static UUID v7() {
    return V7.UUIDS.next();
  }

  /**
   * Returns the range of the UUIDs of version 7 whose time is in a span, for a filter on the
   * primary key. Both moments are rounded up to the next millisecond, so that each UUID belongs to
   * exactly one of two adjacent spans.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the range, from the first UUID to the end, exclusive
   * @throws IllegalArgumentException if the span is reversed, or a moment does not fit 48 bits of
   *     milliseconds since 1970
   */
  public static ValueRange<UUID> rangeV7(Instant from, Instant to) {
    return UuidRange.v7(from, to);
  }

  /**
   * Returns the range of the UUIDs of version 6 whose time is in a span, for a filter on the
   * primary key. Both moments are rounded up to the next 100 ns, so that each UUID belongs to
   * exactly one of two adjacent spans.
   *
   * @param from the span's start
   * @param to the span's end, exclusive
   * @return the range, from the first UUID to the end, exclusive
   * @throws IllegalArgumentException if the span is reversed, or a moment does not fit 60 bits of
   *     100 ns since 1582-10-15
   */
  public static ValueRange<UUID> rangeV6(Instant from, Instant to) {
    return UuidRange.v6(from, to);
  }
}
