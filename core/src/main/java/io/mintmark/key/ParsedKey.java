package io.mintmark.key;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.text.Arguments;
import io.mintmark.key.Field.Kind;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The fields of a parsed key. {@link KeyFormat} explains the tick. Immutable. */
public final class ParsedKey {

  private final KeyFormat format;
  private final long[] shown;
  private final Map<String, String> variables;

  /**
   * Creates a parsed key.
   *
   * @param shown the number that the key shows in the field of each kind; -1 if the format lacks
   *     the field
   */
  ParsedKey(KeyFormat format, long[] shown, Map<String, String> variables) {
    this.format = format;
    this.shown = shown;
    this.variables = variables;
  }

  /**
   * Returns the time that the key shows.
   *
   * @return the start of the key's tick, in the local time of the generator's zone; empty for a
   *     format without a time
   */
  public Optional<LocalDateTime> time() {
    return Optional.ofNullable(format.time()).map(time -> time.local(shown(Kind.TIME)));
  }

  /** Decrypts the number of an opaque key. Returns this key with its true number. */
  ParsedKey revealed(HiddenNumbers hiding) {
    long[] revealed = shown.clone();
    long tick = Math.max(shown(Kind.TIME), 0);
    revealed[Kind.SEQ.slot] = hiding.reveal(shown(Kind.WORKER), tick, number());
    return new ParsedKey(format, revealed, variables);
  }

  /**
   * Returns the number within the tick. If keys are {@link KeyBuilder#opaque opaque}, only {@link
   * KeyGenerator#parse} reveals it; {@link KeyFormat#parseKey} returns the number that the key
   * shows.
   *
   * @return a number from 0 to the format's capacity, exclusive. Keys that {@linkplain
   *     KeyBuilder#start start} at 1 have no number 0
   */
  public long number() {
    return Math.max(shown(Kind.SEQ), 0);
  }

  /**
   * Returns the worker number.
   *
   * @return the worker number; empty for a format without a worker
   */
  public OptionalLong worker() {
    long worker = shown(Kind.WORKER);
    return worker < 0 ? OptionalLong.empty() : OptionalLong.of(worker);
  }

  /**
   * Returns the database's index.
   *
   * @return the index, counted from 0; empty for a format without a database
   */
  public OptionalInt database() {
    return of(Kind.DB);
  }

  /**
   * Returns the table's index within the database.
   *
   * @return the index, counted from 0; empty for a format without a table
   */
  public OptionalInt table() {
    return of(Kind.TABLE);
  }

  /**
   * Returns the version of the shard layout under which the key was made.
   *
   * @return the version; empty for a format without a version
   */
  public OptionalInt version() {
    return of(Kind.VERSION);
  }

  /**
   * Returns the values that the caller gave for the format's variables.
   *
   * @return the values, by the names of the variables, in the format's order
   */
  public Map<String, String> variables() {
    return Collections.unmodifiableMap(variables);
  }

  /**
   * Returns the database and table of the key's row.
   *
   * @param layouts the shard layouts by version; exactly one for a format without a version
   * @return the database and table
   * @throws InvalidIdException if no layout has the key's version, or the layout lacks the key's
   *     database or table
   * @throws IllegalArgumentException if the format lacks a version and {@code layouts} does not
   *     contain exactly one layout
   */
  public Route route(Map<Integer, Shards> layouts) {
    boolean hasVersion = shown(Kind.VERSION) >= 0;
    Arguments.check(
        hasVersion || layouts.size() == 1,
        "a key without a version needs exactly one shard layout: layouts={}; it has no route",
        layouts.keySet());
    int known =
        hasVersion ? (int) shown(Kind.VERSION) : layouts.keySet().iterator().next();
    Shards layout = layouts.get(known);
    if (layout == null) {
      throw new InvalidIdException(Message.of(
          "no shard layout is known for the key's version: version={}, known={}",
          known,
          layouts.keySet()));
    }
    Route route = new Route(database().orElse(0), table().orElse(0));
    Arguments.checkId(
        isIn(layout),
        "the key's database or table is outside its layout: database={}, table={}, layout={}",
        route.database(),
        route.table(),
        layout);
    return route;
  }

  /** Returns whether a layout has the database and table of this key. */
  boolean isIn(Shards layout) {
    return database().orElse(0) < layout.databases() && table().orElse(0) < layout.tables();
  }

  private long shown(Kind kind) {
    return shown[kind.slot];
  }

  private OptionalInt of(Kind kind) {
    int value = (int) shown(kind);
    return value < 0 ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
