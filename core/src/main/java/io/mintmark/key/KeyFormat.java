package io.mintmark.key;

import static java.util.stream.Collectors.joining;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.internal.key.FormatAccess;
import io.mintmark.internal.key.FormatFault;
import io.mintmark.internal.key.KeyField;
import io.mintmark.internal.text.Arguments;
import io.mintmark.key.Field.Kind;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A template of keys. It consists of text, and of fields in braces. Each field has a fixed width.
 *
 * <ul>
 *   <li>{@code {time:PATTERN}}: the time. The pattern begins with the year and may end after any
 *       part, but may not omit a part between. The parts are {@code yyyy} or {@code yy}; then
 *       {@code MM} and {@code dd}, or {@code DDD}; then {@code HH}, {@code mm}, {@code ss}, and 1
 *       to 6 {@code S}
 *   <li>{@code {seq:N}}: the number within the tick (the unit of time that the pattern ends with),
 *       in decimal, see {@link KeyBuilder#start}; or {@code {seq:N:base36}}, {@code {seq:N:base62}}
 *   <li>{@code {worker:N}}, {@code {db:N}}, {@code {table:N}}, {@code {version:N}}: decimal
 *   <li>{@code {var:NAME:N}}: letters and digits that the caller passes
 *   <li>{@code {check:NAME}}: a check digit over all characters before it; NAME is luhn, damm,
 *       verhoeff, mod97, iso7064-37-36, iso7064-11-2 or iso7064-37-2. A key can begin with a prefix
 *       of a to z and {@code _}, such as {@code ord_}. From the prefix, the check covers only the
 *       letters, as upper case. A check whose alphabet is digits covers nothing of the prefix
 *   <li>all other text is copied to the key; <code>{{</code> and <code>}}</code> become single
 *       braces
 * </ul>
 *
 * <p>A key is made from a position: {@code tick * capacity + seq}, where the capacity is the count
 * of values of {@code seq}. The key's text is a function of the worker, the position and the
 * caller's values.
 *
 * <p>Immutable.
 */
public final class KeyFormat {

  /** The longest format, in characters. */
  static final int MAX_FORMAT_LENGTH = 300;

  /** The longest key, in characters. */
  static final int MAX_KEY_LENGTH = 100;

  /** The end of all positions, exclusive: a position has at most 62 bits. */
  static final long END_OF_POSITIONS = 1L << 62;

  /**
   * A text is regarded as a mistyped key only if it is at most this many characters too long or too
   * short.
   */
  private static final int MAX_SLIP = 2;

  /**
   * How many characters of constant text a format must have before a text with this constant text
   * is regarded as a mistyped key.
   */
  private static final int MIN_SIGN = 2;

  /** The length of the longest list of given variables that a message shows. */
  private static final int MAX_SHOWN = 300;

  static {
    FormatAccess.grant(new FormatAccess(
        KeyFormat::faults,
        format -> ((KeyFormat) format).fields(),
        (format, text) -> ((KeyFormat) format).typingFault(text),
        (format, zone, layouts, start, now) ->
            FormatExplainer.explain((KeyFormat) format, zone, layouts, start, now)));
  }

  private final String text;
  private final List<Field> fields;
  private final int length;
  private final long capacity;
  private final @Nullable TimePattern time;
  private final List<Field> variables;

  /** Whether keys contain no lower-case letters. */
  private final boolean upper;

  /** Whether keys contain no upper-case letters. */
  private final boolean lower;

  /** Creates a format whose fields were read from its text. {@link FormatParser} checks them. */
  KeyFormat(String text, List<Field> fields) {
    this.text = text;
    this.fields = fields;
    this.length = fields.stream().mapToInt(Field::width).sum();
    this.capacity = field(Kind.SEQ).map(Field::values).orElse(1L);
    this.time = field(Kind.TIME).map(field -> TimePattern.parse(field.name())).orElse(null);
    this.variables = fields.stream().filter(field -> field.kind() == Kind.VAR).toList();
    String characters = fields.stream().map(Field::alphabet).collect(joining());
    this.upper = characters.equals(characters.toUpperCase(Locale.ROOT));
    this.lower = characters.equals(characters.toLowerCase(Locale.ROOT));
  }

  /**
   * Parses a format and checks it.
   *
   * @param text the format
   * @return the format
   * @throws ConfigurationException with every fault, for example a misspelt field, keys that would
   *     repeat, or a number that does not fit into a position. The message has the column of a
   *     faulty field, counted from 1
   */
  public static KeyFormat parse(String text) {
    Set<FormatFault> faults = new LinkedHashSet<>();
    KeyFormat format = FormatParser.parse(text, faults);
    if (!faults.isEmpty()) {
      boolean shown = text.length() <= MAX_FORMAT_LENGTH;
      throw new ConfigurationException(
          shown ? "key format '" + text + "'" : "key format",
          faults.stream().map(FormatFault::toString).toList());
    }
    return format;
  }

  /** Returns the faults that {@link #parse} would throw. */
  static List<FormatFault> faults(String text) {
    Set<FormatFault> faults = new LinkedHashSet<>();
    KeyFormat unused = FormatParser.parse(text, faults);
    return List.copyOf(faults);
  }

  /**
   * Returns the number of characters in every key.
   *
   * @return the number of characters, 1 to {@value #MAX_KEY_LENGTH}
   */
  public int length() {
    return length;
  }

  /**
   * Returns the capacity, that is, how many numbers a tick has for each worker number.
   *
   * @return the capacity, 1 or more; for a format without a time, the count of all numbers
   */
  long capacity() {
    return capacity;
  }

  /**
   * Returns how many worker numbers the format can show.
   *
   * @return the count of worker numbers; 0 for a format without a worker
   */
  public long workers() {
    return values(Kind.WORKER);
  }

  /**
   * Returns the variables, whose values the caller passes for each key.
   *
   * @return their names, in the format's order
   */
  public List<String> variables() {
    return variables.stream().map(Field::name).toList();
  }

  /** Returns the fields and their positions in a key. */
  List<KeyField> fields() {
    return fields.stream()
        .map(field ->
            new KeyField(field.kind().text(), field.name(), field.at(), field.at() + field.width()))
        .toList();
  }

  List<Field> parts() {
    return fields;
  }

  Optional<Field> field(Kind kind) {
    return Field.first(fields, kind);
  }

  @Nullable
  TimePattern time() {
    return time;
  }

  /** Returns the end, exclusive, of the ticks that keys can show and that fit into positions. */
  long endTick() {
    return time == null ? 1 : Math.min(time.endTick(), END_OF_POSITIONS / capacity);
  }

  /** Returns how many values a decimal field can show, or 0 if the format lacks the field. */
  long values(Kind kind) {
    return field(kind).map(Field::values).orElse(0L);
  }

  /**
   * Parses a key, and checks every character of it.
   *
   * @param key a key of this format
   * @return the fields of the key
   * @throws InvalidIdException if the text is not a key of this format; the message describes the
   *     fault and its column, counted from 1
   */
  public ParsedKey parseKey(CharSequence key) {
    Objects.requireNonNull(key, "key");
    try {
      return readKey(key);
    } catch (InvalidIdException e) {
      String shown = key.length() == length ? ", key='" + key + "'" : "";
      throw new InvalidIdException(e.getMessage() + shown + ", format='" + text + "'", e);
    }
  }

  /**
   * Parses a text if it has this format. A generator may still reject the result. A text without
   * the constant text of the format is rejected at almost no cost.
   */
  Optional<ParsedKey> find(CharSequence text) {
    try {
      return text.length() == length && hasOwnText(text.toString())
          ? Optional.of(readKey(text))
          : Optional.empty();
    } catch (InvalidIdException e) {
      return Optional.empty();
    }
  }

  private ParsedKey readKey(CharSequence key) {
    if (key.length() != length) {
      throw new InvalidIdException(Message.of(
          "the key does not have this format's {} characters: length={}", length, key.length()));
    }
    long[] shown = new long[Kind.COUNT];
    Arrays.fill(shown, -1);
    Map<String, String> values = Map.of();
    for (Field field : fields) {
      switch (field.kind()) {
        case TEXT -> field.readText(key);
        case TIME -> shown[Kind.TIME.slot] = Objects.requireNonNull(time).read(key, field.at());
        case VAR -> {
          values = values.isEmpty() ? new LinkedHashMap<>() : values;
          values.put(field.name(), field.checkValue(field.in(key).toString(), field.at()));
        }
        case CHECK -> field.readCheck(key);
        default -> shown[field.kind().slot] = field.readNumber(key);
      }
    }
    long tick = shown[Kind.TIME.slot];
    if (tick >= endTick()) {
      throw new InvalidIdException("the time is past the last possible one: time="
          + Objects.requireNonNull(time).local(tick));
    }
    return new ParsedKey(this, shown, values);
  }

  /**
   * Checks the caller's values of the variables.
   *
   * @throws IllegalArgumentException if a variable is missing or unknown, or if its value does not
   *     fit the variable's field
   */
  void checkVariables(Map<String, String> given) {
    if (variables.isEmpty() && given.isEmpty()) {
      return;
    }
    if (given.size() != variables.size() || !given.keySet().containsAll(variables())) {
      String names = given.keySet().toString();
      throw new IllegalArgumentException(Message.of(
          "the variables are not those of the format: needed={}, given={}; no id issued",
          variables(),
          names.length() <= MAX_SHOWN ? names : names.length() + " characters"));
    }
    for (Field field : variables) {
      String value = given.getOrDefault(field.name(), "");
      Arguments.check(
          value.length() == field.width(),
          "the variable does not have its field's width: variable={}, width={}, length={}; no id"
              + " issued",
          field.name(),
          field.width(),
          value.length());
      try {
        String unused = field.checkValue(value, 0);
      } catch (InvalidIdException e) {
        throw new IllegalArgumentException(e.getMessage() + "; no id issued", e);
      }
    }
  }

  /** Explains the fault in a text that looks like a mistyped key, see {@link FormatAccess}. */
  Optional<String> typingFault(CharSequence text) {
    Objects.requireNonNull(text, "text");
    try {
      if (resembles(text.toString())) {
        ParsedKey unused = readKey(text);
      }
      return Optional.empty();
    } catch (InvalidIdException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private boolean resembles(String text) {
    if (text.length() == length) {
      return field(Kind.TEXT).isPresent() ? hasOwnText(text) : hasOwnCharacters(text);
    }
    Field first = fields.get(0);
    return Math.abs(text.length() - length) <= MAX_SLIP
        && first.kind() == Kind.TEXT
        && first.width() >= MIN_SIGN
        && text.regionMatches(true, 0, first.alphabet(), 0, first.width());
  }

  /** Returns whether a text has the constant text at the same positions, in any case. */
  private boolean hasOwnText(String text) {
    return fields.stream()
        .filter(field -> field.kind() == Kind.TEXT)
        .allMatch(
            field -> text.regionMatches(true, field.at(), field.alphabet(), 0, field.width()));
  }

  /** Returns whether every character is valid at its position. */
  private boolean hasOwnCharacters(String text) {
    return fields.stream()
        .allMatch(field -> field.in(text).chars().allMatch(c -> field.alphabet().indexOf(c) >= 0));
  }

  /**
   * Undoes the changes that a database may have made to a key: removes the trailing blanks of a
   * CHAR column, and restores the case if keys of this format are all in one case. The result is a
   * key only if {@link #find} accepts it.
   */
  String restored(String text) {
    int end = text.length();
    while (end > length && text.charAt(end - 1) == ' ') {
      end--;
    }
    String inner = text.substring(0, end);
    return upper ? inner.toUpperCase(Locale.ROOT) : lower ? inner.toLowerCase(Locale.ROOT) : inner;
  }

  /**
   * Returns whether a text that is not a key of this format was probably meant to be a key. Such a
   * text has the length of a key, and the constant text of the format at the same positions. Or it
   * is one or two characters too long or too short, and begins with the constant text at the start
   * of the format. Case is ignored. Returns false if the format has fewer than two characters of
   * constant text.
   */
  boolean isAlmostKey(String text) {
    int sign = fields.stream()
        .filter(field -> field.kind() == Kind.TEXT)
        .mapToInt(Field::width)
        .sum();
    return sign >= MIN_SIGN && resembles(text.strip());
  }

  /** Returns the format's original text. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyFormat format && text.equals(format.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
