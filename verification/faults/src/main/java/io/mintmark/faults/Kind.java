package io.mintmark.faults;

import io.mintmark.Mintmark;
import io.mintmark.key.KeyGenerator;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The kinds of ids that the storm draws. Each id is told from all others by 64 bits. */
enum Kind {
  /** Made in the process, from windows of worker numbers. */
  SNOWFLAKE(true),

  /** Readable, with a worker field: made in the process, likewise. */
  WORKER_KEY(true),

  /** Numbers claimed ahead. */
  SEGMENTED(false),

  /** A claim for each number. */
  STRICT(false),

  /** Readable, without a worker field: a claim for each. */
  CLAIMED_KEY(false);

  private final boolean survivesForgetting;

  Kind(boolean survivesForgetting) {
    this.survivesForgetting = survivesForgetting;
  }

  /** Whether its ids are unique on an engine that forgets what it acknowledged. */
  boolean survivesForgetting() {
    return survivesForgetting;
  }

  /** Returns what makes its ids. */
  LongSupplier generator(Mintmark mint) {
    return switch (this) {
      case SNOWFLAKE -> mint.snowflake("storm/snowflake", s -> s.window(window()))::next;
      case WORKER_KEY ->
        digits(mint.keys(
            "storm/worker-key",
            k -> k.format("{time:yyMMddHHmmssSSS}{worker:2}{seq:1}").window(window())));
      case SEGMENTED -> mint.sequence("storm/segmented")::next;
      case STRICT -> mint.sequence("storm/strict", s -> s.strict())::next;
      case CLAIMED_KEY ->
        digits(mint.keys("storm/claimed-key", k -> k.format("{time:yyMMddHHmmss}{seq:5}")));
    };
  }

  /** Short, so that each fault meets a renewal. */
  private static Duration window() {
    return Duration.ofSeconds(4);
  }

  private static LongSupplier digits(KeyGenerator keys) {
    return () -> Long.parseLong(keys.next());
  }
}
