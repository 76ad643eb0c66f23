package io.mintmark.key;

import io.mintmark.error.Message;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.key.FormatParser.Placed;
import java.util.ArrayList;
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

  private final List<Placed> placed;
  private final List<Field> fields;
  private final List<FormatFault> faults = new ArrayList<>();
  private final long capacity;

  FormatRules(List<Placed> placed) {
    List<Field> parsed = placed.stream().map(Placed::field).toList();
    this.placed = placed;
    this.fields = narrowed(parsed);
    this.capacity = capacityOf(parsed);
    checkOnce();
    checkLength();
    checkCounting();
    checkChecks();
  }

  List<FormatFault> faults() {
    return faults;
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

  private static List<Field> narrowed(List<Field> parsed) {
    List<Field> narrowed = new ArrayList<>();
    for (int i = 0; i < parsed.size(); i++) {
      Field field = parsed.get(i);
      if (field instanceof Field.Var variable) {
        String alphabet = variable.alphabet();
        for (Field later : parsed.subList(i, parsed.size())) {
          if (later instanceof Field.Checked checked) {
            alphabet = common(alphabet, checked.check().alphabet());
          }
        }
        field = new Field.Var(variable.name(), variable.width(), alphabet);
      }
      narrowed.add(field);
    }
    return List.copyOf(narrowed);
  }

  private static String common(String a, String b) {
    StringBuilder common = new StringBuilder();
    a.chars().filter(c -> b.indexOf(c) >= 0).forEach(c -> common.append((char) c));
    return common.toString();
  }

  /**
   * Returns how many numbers {@code seq} can show, or 1 for a format without {@code seq}. Returns
   * {@code MAX_CAPACITY + 1} if these are more numbers than a position can count in a tick.
   */
  private static long capacityOf(List<Field> parsed) {
    long capacity = 1;
    for (Field field : parsed) {
      if (field instanceof Field.Seq seq) {
        for (int i = 0; i < seq.width() && capacity <= MAX_CAPACITY; i++) {
          capacity = capacity > MAX_CAPACITY / seq.alphabet().length()
              ? MAX_CAPACITY + 1
              : capacity * seq.alphabet().length();
        }
      }
    }
    return capacity;
  }

  private boolean has(String kind) {
    return column(kind) > 0;
  }

  /** Returns the column of the first field of a kind, or 0 if the format lacks such a field. */
  private int column(String kind) {
    return placed.stream()
        .filter(each -> each.field().kind().equals(kind))
        .mapToInt(Placed::column)
        .findFirst()
        .orElse(0);
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
    for (Placed each : placed) {
      Field field = each.field();
      String identity = field.kind().equals("var") ? "var:" + field.name() : field.kind();
      if (!field.kind().equals("text") && !seen.add(identity)) {
        fault(each.column(), Message.of("the field occurs twice: field='{}'", identity));
      }
    }
  }

  private void checkLength() {
    int length = KeyFormat.length(fields);
    if (length > KeyFormat.MAX_KEY_LENGTH) {
      fault(
          0,
          Message.of(
              "the key would have more than {} characters: length={}",
              KeyFormat.MAX_KEY_LENGTH,
              length));
    }
  }

  private void checkCounting() {
    if (!has("seq") && !has("time")) {
      fault(0, "keys would repeat: the format has neither {seq:N} nor {time:PATTERN}");
    }
    if (has("worker") && !has("time")) {
      fault(
          column("worker"),
          "{worker:N} is used without {time:PATTERN}, and a worker number is held for a window of"
              + " time");
    }
    if (capacity > MAX_CAPACITY) {
      fault(
          column("seq"), "positions have 62 bits, and so many numbers do not fit: shorten {seq:N}");
      return;
    }
    for (Field field : fields) {
      if (field instanceof Field.Time time
          && time.pattern().tick(CENTURY_END_MS) > MAX_CAPACITY / capacity) {
        fault(
            column("time"),
            "positions have 62 bits, and with so many numbers a tick this time would run"
                + " out before the year 2100: shorten {seq:N} or the time; time="
                + time.pattern().text()
                + ", numbers="
                + capacity);
      }
    }
  }

  /** Checks the first check field. A second check field is a separate fault. */
  private void checkChecks() {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i) instanceof Field.Checked checked) {
        int column = placed.get(i).column();
        List<Field> covered = withoutPrefix(fields.subList(0, i));
        if (KeyFormat.length(covered) == 0 && !coversPrefix(checked)) {
          fault(
              column,
              Message.of("the check digit is first, and covers nothing: check={}", checked.name()));
        }
        for (Field before : covered) {
          refuseUncovered(column, checked, before);
        }
        return;
      }
    }
  }

  /** Returns the prefix at the start of all keys, such as ord_, or an empty text. */
  private String prefix() {
    return fields.get(0) instanceof Field.Literal first
        ? first.text().substring(0, IdPrefix.lengthIn(first.text()))
        : "";
  }

  private boolean coversPrefix(Field.Checked checked) {
    return !checked.covered(prefix()).isEmpty();
  }

  private List<Field> withoutPrefix(List<Field> before) {
    if (prefix().isEmpty()) {
      return before;
    }
    List<Field> rest = new ArrayList<>(before);
    String first = ((Field.Literal) before.get(0)).text();
    rest.set(0, new Field.Literal(first.substring(prefix().length())));
    return rest;
  }

  private void refuseUncovered(int column, Field.Checked checked, Field before) {
    String covered = checked.check().alphabet();
    before
        .alphabet()
        .chars()
        .filter(c -> covered.indexOf(c) < 0)
        .findFirst()
        .ifPresent(c -> fault(
            column,
            Message.of(
                "the check digit cannot detect errors in all fields before it: check={} covers {},"
                    + " field={}{} may have {}",
                checked.name(),
                covered,
                before.kind(),
                before.name().isEmpty() ? "" : ":" + before.name(),
                Digits.show((char) c))));
  }
}
