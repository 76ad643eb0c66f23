package io.mintmark.faults;

import io.mintmark.Mintmark;
import io.mintmark.key.KeyGenerator;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The kinds of ids that the storm draws. Each id is told from all others by 64 bits. */
enum Kind {
  /** Made in the process, from windows of worker numbers. */
  SNOWFLAKE(true, Order.PROCESS),

  /** Readable, with a worker field: made in the process, likewise. */
  WORKER_KEY(true, Order.PROCESS),

  /** Numbers claimed ahead. */
  SEGMENTED(false, Order.PROCESS),

  /** A claim for each number; the site's server draws from it too. */
  STRICT(false, Order.ALL),

  /** Readable, without a worker field: a claim for each. */
  CLAIMED_KEY(false, Order.ALL);

  private static final String WORKER_FORMAT = "{time:yyMMddHHmmssSSS}{worker:2}{seq:1}";
  private static final String CLAIMED_FORMAT = "{time:yyMMddHHmmss}{seq:5}";

  /** Short, so that each fault meets a renewal. */
  static final Duration WINDOW = Duration.ofSeconds(4);

  private static final long NUMBERS = 10;
  private static final long WORKERS_AND_NUMBERS = 1_000;

  private final boolean survivesForgetting;
  private final Order order;

  Kind(boolean survivesForgetting, Order order) {
    this.survivesForgetting = survivesForgetting;
    this.order = order;
  }

  /** Whether its ids are unique on an engine that forgets what it acknowledged. */
  boolean survivesForgetting() {
    return survivesForgetting;
  }

  /** Among which calls its ids rise with time. */
  Order order() {
    return order;
  }

  /** Whether they do so too when the clock steps back by more than is tolerated. */
  boolean keepsOrderInAHop() {
    return this != SNOWFLAKE && this != WORKER_KEY;
  }

  /** What rises in an id: of a readable one with a worker, its time and number. */
  long position(long id) {
    return this == WORKER_KEY ? id / WORKERS_AND_NUMBERS * NUMBERS + id % NUMBERS : id;
  }

  /** Returns what makes its ids. */
  LongSupplier generator(Mintmark mint) {
    return switch (this) {
      case SNOWFLAKE -> mint.snowflake("storm/snowflake", s -> s.window(WINDOW))::next;
      case WORKER_KEY ->
        digits(mint.keys("storm/worker-key", k -> k.format(WORKER_FORMAT).window(WINDOW)));
      case SEGMENTED -> mint.sequence("storm/segmented")::next;
      case STRICT -> mint.sequence(ServerProcess.PROBE, s -> s.strict())::next;
      case CLAIMED_KEY -> digits(mint.keys("storm/claimed-key", k -> k.format(CLAIMED_FORMAT)));
    };
  }

  /** Its name and settings, as a line of a server's configuration. */
  String definition() {
    return switch (this) {
      case SNOWFLAKE -> "storm/snowflake: {type: snowflake}";
      case WORKER_KEY -> "storm/worker-key: {type: key, format: \"" + WORKER_FORMAT + "\"}";
      case SEGMENTED -> "storm/segmented: {type: sequence}";
      case STRICT -> ServerProcess.PROBE + ": {type: sequence, strict: true}";
      case CLAIMED_KEY -> "storm/claimed-key: {type: key, format: \"" + CLAIMED_FORMAT + "\"}";
    };
  }

  private static LongSupplier digits(KeyGenerator keys) {
    return () -> Long.parseLong(keys.next());
  }
}
