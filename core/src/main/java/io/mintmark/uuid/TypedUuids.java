package io.mintmark.uuid;

import io.mintmark.generator.Description;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.batch.ByteEncoder;
import io.mintmark.internal.batch.TextBuffer;
import io.mintmark.internal.text.TypeIdSuffix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * TypeIDs of one prefix, from UUIDs of version 7. A text ends with 26 digits of its UUID, and what
 * stands before them is the prefix alone: so two are equal only if prefix and UUID are, and the
 * UUIDs of one generator never repeat.
 */
final class TypedUuids implements TypeIdGenerator {

  private final String prefix;
  private final UuidGenerator uuids;

  /** What stands before the digits of each text. */
  private final byte[] ascii;

  TypedUuids(String prefix, UuidGenerator uuids) {
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
  public String prefix() {
    return prefix;
  }

  @Override
  public TypeId next() {
    return new TypeId(prefix, uuids.next());
  }

  @Override
  public List<TypeId> next(int count) {
    return typed(uuids.next(count));
  }

  @Override
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
