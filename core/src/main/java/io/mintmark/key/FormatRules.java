package io.mintmark.key;

import static java.util.Comparator.comparing;

import io.mintmark.error.Message;
import io.mintmark.internal.key.FormatFault;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.key.Field.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks the fields of a format together. Refuses a format with a field twice, or whose keys would
 * repeat or be too long, whose numbers do not fit into the 62 bits of a position, or whose check
 * digit cannot detect errors in all fields before it.
 */
final class FormatRules {

  private static final long MAX_CAPACITY = 1L << 62;

  /** The time 2100-01-01, in milliseconds. A format whose positions end earlier is refused. */
  private static final long CENTURY_END_MS = 4_102_444_800_000L;

  private final List<Field> fields;
  private final List<FormatFault> faults;
  private final long capacity;

  /**
   * Checks the fields.
   *
   * @param faults collects faults
   */
  FormatRules(List<Field> parsed, List<FormatFault> faults) {
    this.faults = faults;
    this.fields = parsed.stream().map(field -> narrowed(field, parsed)).toList();
    this.capacity = Field.first(parsed, Kind.SEQ).map(FormatRules::capacityOf).orElse(1L);
    checkOnce();
    checkLength();
    checkCounting();
    checkChecks();
  }

  /**
   * Returns the fields. A variable that a check covers may contain only the characters of that
   * check.
   */
  List<Field> fields() {
    return fields;
  }

  long capacity() {
    return capacity;
  }

  private static Field narrowed(Field field, List<Field> parsed) {
    return parsed.stream()
        .filter(later -> later.kind() == Kind.CHECK && later.column() > field.column())
        .map(check -> check.check().alphabet())
        .filter(alphabet -> field.kind() == Kind.VAR)
        .min(comparing(String::length)) // A longer alphabet contains all shorter ones.
        .map(field::withAlphabet)
        .orElse(field);
  }

  /**
   * Returns how many numbers {@code seq} can show. Returns {@code MAX_CAPACITY + 1} if these are
   * more numbers than a position can count in a tick.
   */
  private static long capacityOf(Field seq) {
    int base = seq.alphabet().length();
    return Math.pow(base, seq.width()) > MAX_CAPACITY
        ? MAX_CAPACITY + 1
        : Digits.power(base, seq.width());
  }

  private boolean has(Kind kind) {
    return column(kind) > 0;
  }

  /** Returns the column of the first field of a kind, or 0 if the format lacks such a field. */
  private int column(Kind kind) {
    return Field.first(fields, kind).map(Field::column).orElse(0);
  }

  /**
   * Adds a fault, unless the same fault was added before. For example, two pieces of text in a
   * format can have the same fault.
   */
  private void fault(int column, String rule) {
    FormatFault fault = new FormatFault(column, rule);
    if (!faults.contains(fault)) {
      faults.add(fault);
    }
  }

  private void checkOnce() {
    Set<String> seen = new HashSet<>();
    for (Field field : fields) {
      if (field.kind() != Kind.TEXT && !seen.add(field.label())) {
        fault(field.column(), "the field occurs twice: field='" + field.label() + "'");
      }
    }
  }

  private void checkLength() {
    int length = KeyFormat.length(fields);
    if (length > KeyFormat.MAX_KEY_LENGTH) {
      fault(
          0,
          "the key would have more than " + KeyFormat.MAX_KEY_LENGTH + " characters: length="
              + length);
    }
  }

  private void checkCounting() {
    if (!has(Kind.SEQ) && !has(Kind.TIME)) {
      fault(0, "keys would repeat: the format has neither {seq:N} nor {time:PATTERN}");
    }
    if (has(Kind.WORKER) && !has(Kind.TIME)) {
      fault(
          column(Kind.WORKER),
          "{worker:N} is used without {time:PATTERN}, and a worker number is held for a window of"
              + " time");
    }
    if (capacity > MAX_CAPACITY) {
      fault(
          column(Kind.SEQ),
          "positions have 62 bits, and so many numbers do not fit: shorten {seq:N}");
      return;
    }
    Field.first(fields, Kind.TIME).ifPresent(time -> {
      if (TimePattern.parse(time.name()).tick(CENTURY_END_MS) > MAX_CAPACITY / capacity) {
        fault(
            time.column(),
            "positions have 62 bits, and with so many numbers a tick this time would"
                + " run out before the year 2100: shorten {seq:N} or the time; time=" + time.name()
                + ", numbers=" + capacity);
      }
    });
  }

  /** Checks the first check field. A second check field is a separate fault. */
  private void checkChecks() {
    Field.first(fields, Kind.CHECK).ifPresent(check -> {
      String prefix = prefix();
      if (check.at() == prefix.length() && check.coveredByCheck(prefix).isEmpty()) {
        fault(
            check.column(), "the check digit is first, and covers nothing: check=" + check.name());
      }
      String covered = check.check().alphabet();
      fields.stream().takeWhile(field -> field.column() < check.column()).forEach(field -> {
        field
            .alphabet()
            .substring(field.at() == 0 ? prefix.length() : 0)
            .chars()
            .filter(c -> covered.indexOf(c) < 0)
            .findFirst()
            .ifPresent(c -> fault(
                check.column(),
                Message.of(
                    "the check digit cannot detect errors in all fields before it: check={} covers"
                        + " {}, field={} may have {}",
                    check.name(),
                    covered,
                    field.label(),
                    Digits.show((char) c))));
      });
    });
  }

  /** Returns the prefix at the start of all keys, such as ord_, or an empty text. */
  private String prefix() {
    Field first = fields.get(0);
    return first.kind() == Kind.TEXT
        ? first.alphabet().substring(0, IdPrefix.lengthIn(first.alphabet()))
        : "";
  }
}
