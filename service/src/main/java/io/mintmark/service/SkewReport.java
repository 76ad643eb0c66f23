package io.mintmark.service;

import io.mintmark.key.Route;
import io.mintmark.key.Shards;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Shows how evenly rows are distributed over all tables. The table of a row is chosen by a <i>route
 * id</i>, for example the id of a user. A report is about route ids of one form.
 *
 * @param shape the form of the ids
 * @param ids the number of routed ids
 * @param least the count of ids in the table with the fewest ids, divided by the average count of a
 *     table
 * @param most the count of ids in the table with the most ids, divided by the average count of a
 *     table
 * @param unreached the number of tables without an id
 */
public record SkewReport(Shape shape, int ids, double least, double most, int unreached) {

  private static final long SEED = 42;
  private static final List<String> MAIL_HOSTS = List.of("gmail.com", "qq.com", "outlook.com");

  /** The forms of ids, which resemble ids in real applications. */
  public enum Shape {
    /** {@code user-1}, {@code user-2}, ... */
    SEQUENTIAL((index, random) -> "user-" + index),

    /** Snowflakes of 18 digits, from eight workers, 7 ms apart, with numbers from 0 to 3. */
    SNOWFLAKE((index, random) -> Long.toString(
        ((188_000_000_000L + index * 7L) << 22) | (random.nextInt(8) << 12) | random.nextInt(4))),

    /** Random UUIDs. */
    UUID_V4((index, random) -> new UUID(
            (random.nextLong() & ~0xF000L) | 0x4000, (random.nextLong() >>> 2) | Long.MIN_VALUE)
        .toString()),

    /** ObjectIds of one process. */
    OBJECT_ID((index, random) -> Integer.toHexString(1_700_000_000 + index / 50)
        + "2cdcd20936"
        + HexFormat.of().toHexDigits(index & 0xFFFFFF, 6)),

    /** Telephone numbers. */
    PHONE((index, random) -> "+8613" + (100_000_000 + random.nextInt(900_000_000))),

    /** Mail addresses at three large hosts. */
    EMAIL((index, random) -> {
      String host = MAIL_HOSTS.get(random.nextInt(MAIL_HOSTS.size()));
      return Integer.toString(index * 31 + random.nextInt(31), Character.MAX_RADIX) + "@" + host;
    });

    @SuppressWarnings("ImmutableEnumChecker") // The lambdas have no state.
    private final BiFunction<Integer, SplittableRandom, String> ids;

    Shape(BiFunction<Integer, SplittableRandom, String> ids) {
      this.ids = ids;
    }
  }

  /**
   * Routes ids of one form.
   *
   * @param shards the shard layout
   * @param shape the form of the ids
   * @param ids the number of ids, 1 or more
   * @return the distribution, which is always the same for the same arguments
   */
  public static SkewReport of(Shards shards, Shape shape, int ids) {
    int tables = shards.databases() * shards.tables();
    int[] counts = new int[tables];
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < ids; i++) {
      Route route = shards.route(shape.ids.apply(i, random));
      counts[route.database() * shards.tables() + route.table()]++;
    }
    IntSummaryStatistics spread = Arrays.stream(counts).summaryStatistics();
    int unreached = (int) Arrays.stream(counts).filter(count -> count == 0).count();
    double even = ids / (double) tables;
    return new SkewReport(shape, ids, spread.getMin() / even, spread.getMax() / even, unreached);
  }
}
