package io.mintmark.rigs;

import io.mintmark.snowflake.SnowflakeLayout;
import java.time.Instant;
import java.util.Random;

/** Snowflake layouts of every allowed shape. */
public final class RandomLayouts {

  private RandomLayouts() {}

  /**
   * Draws a layout.
   *
   * @param random from a seed that the test prints
   * @return any widths that fit 64 bits, any unit, an epoch in the years 0 to 9999
   */
  public static SnowflakeLayout any(Random random) {
    int number = random.nextInt(32);
    int time = 1 + random.nextInt(62 - number);
    int worker = random.nextInt(Math.min(31, 64 - time - number) + 1);
    long unitMs = new long[] {1, 10, 1000}[random.nextInt(3)];
    long first = Instant.parse("0000-01-01T00:00:00Z").toEpochMilli();
    long last = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
    Instant epoch = Instant.ofEpochMilli(random.nextLong(first, last + 1));
    return new SnowflakeLayout(time, worker, number, unitMs, epoch, random.nextBoolean());
  }
}
