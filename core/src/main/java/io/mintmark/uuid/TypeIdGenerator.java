package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Description;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.batch.ByteEncoder;
import io.mintmark.internal.batch.TextBuffer;
import io.mintmark.internal.text.TypeIdSuffix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * A source of TypeIDs of one prefix, without a store.
 *
 * <p>Scope, order and blocking are those of UUIDs of version 7, see {@link
 * UuidBuilder#version(int)}: this never makes one twice; between generators of one prefix, in one
 * process too, random bits keep ids apart; generators of different prefixes never make an equal id.
 * Thread-safe.
 */
public final class TypeIdGenerator implements ValueGenerator<TypeId> {

  private final String prefix;
  private final UuidGenerator uuids;

  /** What comes before the digits of each text. */
  private final byte[] ascii;

  TypeIdGenerator(String prefix, UuidGenerator uuids) {
    this.prefix = prefix;
    this.uuids = uuids;
    String before = prefix.isEmpty() ? "" : prefix + TypeId.SEPARATOR;
    this.ascii = before.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public String name() {
    return uuids.name();
  }

  @Override
  public String kind() {
    return "typeid";
  }

  /**
   * Returns the prefix of all ids.
   *
   * @return as {@link TypeIdBuilder#prefix} was told
   */
  public String prefix() {
    return prefix;
  }

  /**
   * Returns the next id.
   *
   * @return an id above all that this made before, by its UUID and by its text
   * @throws MintmarkException as {@link UuidGenerator#next} does; none is issued
   */
  @Override
  public TypeId next() {
    return new TypeId(prefix, uuids.next());
  }

  @Override
  public List<TypeId> next(int count) {
    return typed(uuids.next(count));
  }

  /**
   * Makes a batch of ids as {@link #next(int)} does, as text in the caller's array.
   *
   * @param ids is filled as a whole, in the order in which ids are made, with the bytes of their
   *     texts in ASCII: 26 for each, and with a prefix as many more as it and an underscore have.
   *     After a failure its contents are of no use
   * @throws IllegalArgumentException if it is not for 1 to {@value #MAX_BATCH} whole ids; none is
   *     issued
   * @throws MintmarkException as {@link #next()} does; what was made of the batch is burned
   */
  public void fill(byte[] ids) {
    fill(ByteBuffer.wrap(Objects.requireNonNull(ids, "ids")));
  }

  /**
   * Makes a batch of ids as {@link #fill(byte[])} does, in the caller's buffer.
   *
   * @param ids is filled from its position to its limit. Then its position is at its limit; after a
   *     failure it is where it was, and the bytes are of no use
   * @throws IllegalArgumentException if there is not room for 1 to {@value #MAX_BATCH} whole ids;
   *     none is issued
   * @throws java.nio.ReadOnlyBufferException if it cannot be written; none is issued
   * @throws MintmarkException as {@link #fill(byte[])} does
   */
  public void fill(ByteBuffer ids) {
    int digitsAt = ascii.length;
    int length = digitsAt + TypeIdSuffix.DIGITS;
    long[] words = new long[2 * BatchSize.of(ids, length)];
    uuids.fill(words);
    ByteEncoder encoder = (worker, index, into, at) -> {
      System.arraycopy(ascii, 0, into, at, digitsAt);
      int high = 2 * (int) index;
      new TypeIdSuffix(words[high], words[high + 1]).write(into, at + digitsAt);
    };
    new TextBuffer(ids, length, encoder).add(-1, 0, words.length / 2);
    ids.position(ids.limit());
  }

  @Override
  public CompletableFuture<List<TypeId>> nextAsync(int count) {
    return uuids.nextAsync(count).thenApply(this::typed);
  }

  private List<TypeId> typed(List<UUID> made) {
    return made.stream().map(uuid -> new TypeId(prefix, uuid)).toList();
  }

  @Override
  public long made() {
    return uuids.made();
  }

  @Override
  public Description describe() {
    Description untyped = uuids.describe();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("prefix", prefix);
    facts.putAll(untyped.facts());
    return new Description(name(), kind(), facts, untyped.warnings());
  }
}
