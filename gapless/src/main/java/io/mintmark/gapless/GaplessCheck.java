package io.mintmark.gapless;

import static io.mintmark.gapless.GaplessTables.COUNTERS;
import static io.mintmark.gapless.GaplessTables.VOIDS;

import io.mintmark.gapless.GaplessFormat.CounterKey;
import io.mintmark.gapless.GaplessFormat.Numbered;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the counters of one name with the numbers in documents. An instance can be used once.
 */
final class GaplessCheck {

  private static final int EXAMPLES = 10;
  private static final int RANGES = 100;

  private final String name;
  private final GaplessFormat.Reader reader;
  private final Map<CounterKey, Seen> counters = new HashMap<>();
  private final List<String> strangeExamples = new ArrayList<>();
  private long read;
  private long strange;

  GaplessCheck(String name, GaplessFormat format) {
    this.name = name;
    this.reader = format.reader();
  }

  /** The numbers found for one counter. */
  private static final class Seen {
    /** The numbers in documents, then also the void numbers. */
    private final NumberRuns found = new NumberRuns();

    private final List<Long> repeatedExamples = new ArrayList<>();
    private long last;
    private long used;
    private long voided;
    private long repeated;
    private long neverGiven;
  }

  /** Reads everything in one transaction with one snapshot. Restores the connection's settings. */
  GaplessReport run(Connection connection, String query) throws SQLException {
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    int isolation = connection.getTransactionIsolation();
    // On PostgreSQL, reading the isolation level has begun a transaction.
    connection.rollback();
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setReadOnly(true);
    Dialect dialect = Dialect.of(connection, name);
    for (String sql : dialect.snapshot()) {
      GaplessTables.execute(connection, sql);
    }
    TimedConnection untimed = GaplessTables.untimed(connection);
    String rows = "SELECT tenant, period, last_number FROM " + COUNTERS + " WHERE name = ?";
    String voidRows = "SELECT tenant, period, number FROM " + VOIDS + " WHERE name = ?";
    try {
      untimed.each(
          rows,
          row -> seen(new CounterKey(row.getString(1), row.getString(2))).last = row.getLong(3),
          name);
      untimed.each(query, row -> add(Optional.ofNullable(row.getString(1)).orElse("")));
      untimed.each(voidRows, this::addVoid, name);
    } finally {
      for (String sql : dialect.snapshotEnd()) {
        GaplessTables.execute(connection, sql);
      }
      connection.rollback();
      connection.setReadOnly(false);
      connection.setTransactionIsolation(isolation);
      connection.setAutoCommit(autoCommit);
    }
    return report();
  }

  private void addVoid(ResultSet row) throws SQLException {
    Seen seen = seen(new CounterKey(row.getString(1), row.getString(2)));
    long number = row.getLong(3);
    if (number < 1 || number > seen.last) {
      // Not added to the void numbers, because this number would then hide a missing number.
      seen.neverGiven++;
    } else {
      seen.voided++;
      boolean unused = seen.found.add(number);
    }
  }

  private Seen seen(CounterKey counter) {
    return counters.computeIfAbsent(counter, unused -> new Seen());
  }

  private void add(String text) {
    read++;
    Optional<Numbered> known = reader.read(text);
    if (known.isEmpty()) {
      strange++;
      if (strangeExamples.size() < EXAMPLES) {
        strangeExamples.add(text);
      }
      return;
    }
    Numbered number = known.get();
    Seen seen = seen(number.counter());
    if (number.number() > seen.last) {
      seen.neverGiven++;
    } else if (seen.found.add(number.number())) {
      seen.used++;
    } else {
      seen.repeated++;
      if (seen.repeatedExamples.size() < EXAMPLES) {
        seen.repeatedExamples.add(number.number());
      }
    }
  }

  private GaplessReport report() {
    List<GaplessReport.Counter> all = new ArrayList<>();
    counters.forEach((key, seen) -> all.add(new GaplessReport.Counter(
        key.tenant(),
        key.period(),
        seen.last,
        seen.used,
        seen.voided,
        seen.last - seen.found.size(),
        seen.found.gaps(seen.last, RANGES),
        seen.repeated,
        List.copyOf(seen.repeatedExamples),
        seen.neverGiven)));
    all.sort(Comparator.comparing(GaplessReport.Counter::tenant)
        .thenComparing(GaplessReport.Counter::period));
    return new GaplessReport(List.copyOf(all), read, strange, List.copyOf(strangeExamples));
  }
}
