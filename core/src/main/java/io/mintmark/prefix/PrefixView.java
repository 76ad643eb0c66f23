package io.mintmark.prefix;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.Supply;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.line.TickPosition;
import io.mintmark.internal.text.Arguments;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.ParsedKey;
import io.mintmark.objectid.ObjectId;
import io.mintmark.sequence.Sequence;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidGenerator;
import io.mintmark.uuid.Uuids;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Adds a prefix and a check digit to the ids of another generator.
 *
 * @param around the prefix, and whether there is a check digit
 * @param ids the other generator
 * @param typed the other generator if the ids are TypeIDs, otherwise null
 */
record PrefixView(IdPrefix around, Generator ids, @Nullable UuidGenerator typed)
    implements PrefixedIds, TickPosition.Source {

  /** The length of the longest usual text, a key. */
  private static final int MAX_ID = 100;

  static PrefixView of(Generator ids, String prefix, boolean typeIds) {
    Objects.requireNonNull(ids, "ids");
    Objects.requireNonNull(prefix, "prefix");
    Faults faults = new Faults();
    faults.addIf(prefix.isEmpty() && !typeIds, "the ids have no prefix, for example ord");
    faults.addIf(ids instanceof PrefixedIds, "the ids have a prefix already: name={}", ids.name());
    try {
      IdPrefix.check("the prefix", prefix);
    } catch (InvalidIdException e) {
      faults.addIf(true, "{}", e.getMessage());
    }
    faults.check("prefixed ids");
    return new PrefixView(new IdPrefix(prefix, false), ids, typeIds ? (UuidGenerator) ids : null);
  }

  @Override
  public PrefixedIds withCheckDigit() {
    if (typed != null) {
      throw new UnsupportedOperationException("a TypeID has no check digit: prefix=" + prefix());
    }
    return new PrefixView(new IdPrefix(prefix(), true), ids, null);
  }

  @Override
  public String name() {
    return ids.name();
  }

  /**
   * Returns the kind of id behind the prefix.
   *
   * @return {@code snowflake}, {@code sequence}, {@code objectid}, {@code uuid} or {@code typeid}
   */
  @Override
  public String kind() {
    return typed == null ? ids.kind() : "typeid";
  }

  @Override
  public String prefix() {
    return around.text();
  }

  @Override
  public boolean hasCheckDigit() {
    return around.checked();
  }

  @Override
  public String write(String id) {
    return written(checkId(Objects.requireNonNull(id, "id")));
  }

  private String written(String id) {
    return typed == null ? around.write(id) : typeId(Uuids.parse(id));
  }

  @Override
  public String parse(String text) {
    Objects.requireNonNull(text, "text");
    return typed == null
        ? checkId(around.read(text))
        : TypeId.parse(text, around.text()).uuid().toString();
  }

  /**
   * Accepts only the usual text of an id, so that each id has exactly one text. Rejects for example
   * 007, 1E9 and hex digits in upper case.
   */
  private String checkId(String id) {
    int length = id.length();
    Arguments.checkId(length <= MAX_ID, "the id is too long: length={} > {}", length, MAX_ID);
    String usual = usual(id);
    Arguments.checkId(
        usual.equals(id), "not the usual text of an id: id='{}', usual='{}'", id, usual);
    // A check digit does not detect an extra sign.
    boolean negative = ids instanceof Sequence && id.charAt(0) == '-';
    Arguments.checkId(!negative, "no number of a sequence is negative: id='{}'", id);
    return id;
  }

  private String usual(String id) {
    if (ids instanceof LongGenerator) {
      try {
        return Long.toString(WholeNumber.parse(id));
      } catch (NumberFormatException e) {
        throw new InvalidIdException(Message.of("not a number of 64 bits: id='{}'", id), e);
      }
    }
    if (ids instanceof KeyGenerator keys) {
      ParsedKey unused = keys.parse(id);
      return id;
    }
    return ids instanceof UuidGenerator
        ? Uuids.parse(id).toString()
        : ObjectId.parse(id).toString();
  }

  /**
   * Returns the next id.
   *
   * @return an id that this generator has never made before; only a sequence with a cycle repeats
   *     its ids
   * @throws MintmarkException as the kind's own {@code next} does; no id is issued
   */
  @Override
  public String next() {
    return typed == null ? around.write(ids.nextText()) : typeId(typed.next());
  }

  @Override
  public List<String> nextBatch(int count) {
    return written(ids.nextTextBatch(count));
  }

  @Override
  public CompletableFuture<List<String>> nextBatchAsync(int count) {
    return ids.nextTextBatchAsync(count).thenApply(this::written);
  }

  @Override
  public List<String> nextTextBatchAt(List<Instant> moments) {
    return written(ids.nextTextBatchAt(moments));
  }

  private String typeId(UUID uuid) {
    return new TypeId(around.text(), uuid).toString();
  }

  private List<String> written(List<String> texts) {
    return texts.stream().map(this::written).toList();
  }

  @Override
  public long made() {
    return ids.made();
  }

  @Override
  public Description describe() {
    Description plain = ids.describe();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("prefix", around.text());
    if (around.checked()) {
      facts.put("check-digit", "iso7064-37-36");
    }
    facts.putAll(plain.facts());
    return new Description(name(), kind(), facts, plain.warnings());
  }

  @Override
  public Optional<TickPosition> tickOf(String line, long position) {
    return TickPosition.of(ids, line, position);
  }

  @Override
  public Optional<Instant> timeEnds() {
    return ids.timeEnds();
  }

  @Override
  public Optional<Supply> supply() {
    return ids.supply();
  }
}
