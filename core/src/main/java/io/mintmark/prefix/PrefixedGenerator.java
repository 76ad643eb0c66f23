package io.mintmark.prefix;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.Supply;
import io.mintmark.generator.TickPosition;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.objectid.ObjectId;
import io.mintmark.sequence.Sequence;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidGenerator;
import io.mintmark.uuid.UuidText;
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
 * A source of ids with a prefix, as texts: a generator of another kind, whose texts stand between
 * the prefix and, if there is one, the check digit.
 *
 * <p>Scope, order in time, blocking and failure are those of that kind. Two ids of one generator
 * differ because those of its kind do. Two generators of one prefix can make equal ids where their
 * kinds could, as two sequences do: so give each its own prefix. As texts, numbers are not in their
 * order: 10 comes before 9. Thread-safe.
 */
public final class PrefixedGenerator implements ValueGenerator<String> {

  /** The longest usual text is a UUID's. */
  private static final int MAX_ID = 36;

  private final IdPrefix prefix;
  private final Generator ids;

  /** What {@link #ids} is if the ids are TypeIDs. */
  private final @Nullable UuidGenerator typed;

  PrefixedGenerator(IdPrefix prefix, Generator ids, boolean typeIds) {
    this.prefix = prefix;
    this.ids = ids;
    this.typed = typeIds ? (UuidGenerator) ids : null;
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

  /**
   * Returns the prefix, without its underscore.
   *
   * @return as {@link PrefixedBuilder#prefix} was told
   */
  public String prefix() {
    return prefix.text();
  }

  /**
   * Tells whether each id ends with a check digit.
   *
   * @return whether {@link PrefixedBuilder#checkDigit} was called
   */
  public boolean hasCheckDigit() {
    return prefix.checked();
  }

  /**
   * Returns what makes the ids behind the prefix. Its ids are of the same row: what it makes, this
   * does not make again with a prefix.
   *
   * @return a generator of the kind
   */
  public Generator ids() {
    return ids;
  }

  /**
   * Puts the prefix around an id of the kind, such as a number from a database.
   *
   * @param id the kind's usual text; for TypeIDs that of their UUID
   * @return the text as {@link #next} makes it
   * @throws InvalidIdException if it is no usual text of the kind; says why
   */
  public String write(String id) {
    String usual = checkId(Objects.requireNonNull(id, "id"));
    return typed == null ? prefix.write(usual) : typeId(UuidText.parse(usual));
  }

  /**
   * Reads an id strictly: nothing but what {@link #next} can make.
   *
   * @param text any text
   * @return the usual text of the id behind the prefix; of a TypeID that of its UUID
   * @throws InvalidIdException if it has another prefix, a wrong check digit, or no usual text of
   *     the kind; says which and where
   */
  public String read(String text) {
    Objects.requireNonNull(text, "text");
    return typed == null
        ? checkId(prefix.read(text))
        : TypeId.parse(text, prefix.text()).uuid().toString();
  }

  /** One id has one text: 007, 1E9 and digits in upper case are none. */
  private String checkId(String id) {
    if (id.length() > MAX_ID) {
      throw new InvalidIdException(
          Message.of("the id is too long: length={} > {}", id.length(), MAX_ID));
    }
    String usual;
    if (ids instanceof LongGenerator) {
      try {
        usual = Long.toString(WholeNumber.parse(id));
      } catch (NumberFormatException e) {
        throw new InvalidIdException(Message.of("not a number of 64 bits: id='{}'", id), e);
      }
    } else {
      usual = ids instanceof UuidGenerator
          ? UuidText.parse(id).toString()
          : ObjectId.parse(id).toString();
    }
    if (!usual.equals(id)) {
      throw new InvalidIdException(
          Message.of("not the usual text of an id: id='{}', usual='{}'", id, usual));
    }
    if (ids instanceof Sequence && id.charAt(0) == '-') {
      // No check digit would show a sign too many.
      throw new InvalidIdException(Message.of("no number of a sequence is negative: id='{}'", id));
    }
    return id;
  }

  /**
   * Returns the next id.
   *
   * @return an id that this never made before, except by a sequence with a cycle
   * @throws MintmarkException as the kind's own {@code next} does; none is issued
   */
  @Override
  public String next() {
    return typed == null ? next(1).get(0) : typeId(typed.next());
  }

  @Override
  public List<String> next(int count) {
    return typed == null ? written(ids.nextTexts(count)) : typeIds(typed.next(count));
  }

  @Override
  public CompletableFuture<List<String>> nextAsync(int count) {
    return typed == null
        ? ids.nextTextsAsync(count).thenApply(this::written)
        : typed.nextAsync(count).thenApply(this::typeIds);
  }

  private String typeId(UUID uuid) {
    return new TypeId(prefix.text(), uuid).toString();
  }

  private List<String> typeIds(List<UUID> uuids) {
    return uuids.stream().map(this::typeId).toList();
  }

  private List<String> written(List<String> texts) {
    return texts.stream().map(prefix::write).toList();
  }

  @Override
  public long made() {
    return ids.made();
  }

  @Override
  public Description describe() {
    Description plain = ids.describe();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("prefix", prefix.text());
    if (prefix.checked()) {
      facts.put("check-digit", "iso7064-37-36");
    }
    facts.putAll(plain.facts());
    return new Description(name(), kind(), facts, plain.warnings());
  }

  @Override
  public Optional<TickPosition> tickOf(String line, long position) {
    return ids.tickOf(line, position);
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
