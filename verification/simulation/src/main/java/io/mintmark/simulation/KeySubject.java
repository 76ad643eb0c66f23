package io.mintmark.simulation;

import io.mintmark.generator.IdOrder;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a small format: a letter, the local time down to a tick, an optional worker number, and
 * the number within the tick. An id consists of a key's position and worker number, which are
 * parsed from its text. Some keys are formatted again from these, and compared.
 */
final class KeySubject extends Subject {

  /** A worker number has one digit. */
  private static final int WORKERS = 10;

  private static final String LETTER = "k";

  /** One key in this many is formatted again. */
  private static final int SAMPLE = 16;

  /**
   * The most keys of short ticks that are requested in a second, because parsing each takes time.
   */
  private static final long MOST_IDS = 10_000;

  /** The offset, in seconds, of a zone where a new day begins at the start of the run. */
  private static final int MIDNIGHT = 28_820;

  /** A zone whose local time goes back by an hour during the run. */
  private static final ZoneId AUTUMN = ZoneId.of("Australia/Sydney");

  private final Tick tick;
  private final int digits;
  private final int workers;
  private final ZoneId zone;
  private final Timed timed;
  private final Consumer<KeyBuilder> settings;
  private final long capacity;
  private final long offsetMs;

  /**
   * The windows and clock settings of processes whose settings differ; null to draw random ones.
   */
  private @Nullable Timed rolled;

  /** The time that was parsed last: most often the next key has the same. */
  private String lastTime = "";

  private long lastTick;

  /** The unit of the time in a key, and its pattern. */
  enum Tick {
    MILLISECOND("yyyyMMddHHmmssSSS", 1),
    TENTH("yyyyMMddHHmmssS", 100),
    SECOND("yyyyMMddHHmmss", 1_000),
    HOUR("yyyyMMddHH", 3_600_000),
    DAY("yyyyMMdd", 86_400_000),
    /** The key contains no time, only a number. */
    NONE("", Long.MAX_VALUE);

    private final String pattern;
    private final long ms;
    private final DateTimeFormatter form;

    Tick(String pattern, long ms) {
      this.pattern = pattern;
      this.ms = ms;
      DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().appendPattern(pattern);
      if (ms > 1_000) {
        builder.parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0);
      }
      if (ms > 3_600_000) {
        builder.parseDefaulting(ChronoField.HOUR_OF_DAY, 0);
      }
      this.form = builder.toFormatter(Locale.ROOT);
    }

    private long parse(String text) {
      LocalDateTime local = LocalDateTime.parse(text, form);
      return local.toInstant(ZoneOffset.UTC).toEpochMilli() / ms;
    }

    private String text(long tick) {
      return this == NONE ? "" : form.format(local(tick));
    }

    private LocalDateTime local(long tick) {
      return LocalDateTime.ofEpochSecond(
          tick * ms / 1_000, (int) (tick * ms % 1_000) * 1_000_000, ZoneOffset.UTC);
    }
  }

  private KeySubject(
      String name,
      int generators,
      Order order,
      Tick tick,
      int digits,
      int workers,
      ZoneId zone,
      Timed timed,
      Consumer<KeyBuilder> settings) {
    super(name, generators, Scope.STORE, order);
    this.tick = tick;
    this.digits = digits;
    this.workers = workers;
    this.zone = zone;
    this.timed = timed;
    this.settings = settings;
    this.capacity = (long) Math.pow(10, digits);
    // The zone's offset at the start. Keys may be as far ahead as the local time would be without
    // its step back.
    this.offsetMs = zone.getRules().getOffset(Run.START).getTotalSeconds() * 1_000L;
    survivesLoss = hasWindows();
    holders = hasWindows() ? workers : Long.MAX_VALUE;
    hopsBeyondMs = workers == 0 ? Long.MAX_VALUE : timed.hopsBeyondMs();
    behind = timed.behind();
    end = tick == Tick.NONE ? capacity : Long.MAX_VALUE;
    // Processes share a tick: a process continues in the tick that another process's clock has
    // reached.
    sharesTime = sharesTicks();
    // Few enough that a long tick lasts for a good part of a run.
    idsPerSecond =
        sharesTicks() ? capacity / 20 : Math.max(1, Math.min(MOST_IDS, capacity * 1_000 / tick.ms));
  }

  private static KeySubject of(
      String name, Tick tick, int digits, int workers, ZoneId zone, Timed timed) {
    Order order = workers == 0 ? Order.IN_STORE : Order.IN_GENERATOR;
    return new KeySubject(name, 1, order, tick, digits, workers, zone, timed, s -> {
      timed.accept(s);
      KeyBuilder keys = digits % 2 == 0 ? s.start(0) : s;
      keys.format(format(tick, digits, workers)).zone(zone.getId());
      KeyBuilder unused = workers == 0 ? s : s.workers(0, workers - 1);
    });
  }

  /** Draws a format. If a tick is long, the next tick begins during the run. */
  static Subject draw(String name, SplittableRandom random) {
    boolean strict = random.nextInt(3) == 0;
    Tick tick = Tick.values()[random.nextInt(strict ? 6 : 5)];
    int digits = digits(tick, strict, random);
    int workers = strict ? 0 : 1 + random.nextInt(WORKERS);
    ZoneOffset zone = ZoneOffset.ofTotalSeconds(MIDNIGHT - random.nextInt(40));
    return of(name, tick, digits, workers, zone, Timed.draw(random));
  }

  /**
   * Draws keys without a worker number, which are hardly ahead of the clock. Their ticks are short
   * and have few numbers, so that keys often carry into the next tick.
   */
  static Subject carrying(String name, SplittableRandom random) {
    Tick tick = random.nextBoolean() ? Tick.TENTH : Tick.SECOND;
    int digits = 2 + random.nextInt(tick == Tick.TENTH ? 1 : 2);
    Timed near = new Timed(
        Duration.ofSeconds(1),
        Duration.ofMillis(1L << random.nextInt(5)),
        Duration.ofMillis(tick.ms + random.nextInt(100)),
        BEHIND.get(random.nextInt(BEHIND.size())));
    return of(name, tick, digits, 0, ZoneOffset.UTC, near);
  }

  /** Draws keys of any tick. A tick has more numbers than rare calls ({@link RareCalls}) use. */
  static Subject ofRareCalls(String name, SplittableRandom random) {
    Tick tick = Tick.values()[random.nextInt(5)];
    return of(name, tick, 3, WORKERS, ZoneOffset.UTC, Timed.ofRareCalls(random));
  }

  /**
   * Draws keys of which each thread takes several at once. Calls are so frequent that the
   * generators read the clock only in the turns of {@code CoarseClock}.
   */
  static Subject ofThreads(String name, SplittableRandom random) {
    KeySubject keys =
        of(name, Tick.MILLISECOND, 3, 2 + random.nextInt(4), ZoneOffset.UTC, Timed.draw(random));
    return new KeySubject(
        name,
        1,
        Order.IN_THREAD,
        keys.tick,
        keys.digits,
        keys.workers,
        keys.zone,
        keys.timed,
        keys.settings.andThen(s -> s.order(IdOrder.THREAD)));
  }

  /**
   * Draws keys for two groups of processes, which differ only in their windows. The windows of the
   * second group are shorter than a tick.
   */
  static Subject mixed(String name, SplittableRandom random) {
    Tick tick = random.nextBoolean() ? Tick.TENTH : Tick.SECOND;
    Timed longest = Timed.byDefault(LONGEST_WINDOW);
    KeySubject subject = of(name, tick, 2, 1 + random.nextInt(2), ZoneOffset.UTC, longest);
    subject.rolled = Timed.byDefault(Duration.ofMillis(tick.ms / 2));
    return subject;
  }

  /** Draws keys without a worker number, in a zone where an hour of local time occurs twice. */
  static Subject inAutumn(String name, SplittableRandom random) {
    Tick tick = List.of(Tick.TENTH, Tick.SECOND, Tick.HOUR).get(random.nextInt(3));
    int digits = digits(tick, true, random);
    return of(name, tick, digits, 0, AUTUMN, Timed.draw(random));
  }

  /**
   * Returns few digits, so that ticks overflow, and numbers without a time are used up. Keys
   * without a worker number get enough digits for all processes.
   */
  private static int digits(Tick tick, boolean strict, SplittableRandom random) {
    return switch (tick) {
      case NONE, DAY, HOUR -> 3;
      case SECOND, TENTH -> strict ? 3 : 1 + random.nextInt(2);
      case MILLISECOND -> 1 + random.nextInt(2);
    };
  }

  private static String format(Tick tick, int digits, int workers) {
    return LETTER
        + (tick == Tick.NONE ? "" : "{time:" + tick.pattern + "}")
        + (workers == 0 ? "" : "{worker:1}")
        + "{seq:" + digits + "}";
  }

  private KeySubject with(int count, Timed clocks, Consumer<KeyBuilder> more) {
    return new KeySubject(
        name, count, order, tick, digits, workers, zone, clocks, settings.andThen(more));
  }

  /** Only generators with worker numbers can share their lines. */
  @Override
  Subject twice() {
    return workers == 0 ? this : with(2, timed, s -> s.workerPool(name));
  }

  @Override
  Subject rolled(SplittableRandom random) {
    Timed other = rolled == null ? Timed.draw(random).within(timed) : rolled;
    return with(generators, other, other::accept);
  }

  @Override
  Subject differing(SplittableRandom random) {
    if (random.nextBoolean()) {
      return with(generators, timed, s -> s.format(format(tick, digits + 1, workers)));
    }
    ZoneOffset there = ZoneOffset.ofTotalSeconds((int) (offsetMs / 1_000) - 1);
    return with(generators, timed, s -> s.zone(there.getId()));
  }

  @Override
  Draw open(Node node, String own) {
    KeyGenerator generator = node.mint.keys(own, settings);
    return new Draw(
        count -> generator
            .nextBatchForAsync(KeyRequest.PLAIN, count)
            .thenApply(made -> Draw.ids(made, this::id)),
        count -> Draw.ids(
            count == 1
                ? List.of(generator.next())
                : generator.nextBatchFor(KeyRequest.PLAIN, count),
            this::id),
        () -> 1);
  }

  private long id(String key) {
    int at = LETTER.length() + tick.pattern.length();
    if (!key.startsWith(lastTime, LETTER.length()) || lastTime.isEmpty()) {
      lastTime = key.substring(LETTER.length(), at);
      lastTick = tick == Tick.NONE ? 0 : tick.parse(lastTime);
    }
    int worker = workers == 0 ? 0 : key.charAt(at++) - '0';
    long number = Long.parseLong(key.substring(at));
    long id = (lastTick * capacity + number) * WORKERS + worker;
    if (id % SAMPLE == 0 && !text(id).equals(key)) {
      throw new Violation(
          "a key's text contradicts its format: key=" + key + ", position=" + positionOf(id));
    }
    return id;
  }

  @Override
  String text(long id) {
    String number = Long.toString(capacity + positionOf(id) % capacity).substring(1);
    return LETTER + tick.text(tickOf(id)) + (workers == 0 ? "" : id % WORKERS) + number;
  }

  @Override
  String place(long position) {
    String time = tick == Tick.NONE ? "" : "time " + tick.local(position / capacity) + " ";
    return time + "number " + position % capacity;
  }

  @Override
  String line(int worker) {
    return workers == 0 ? "key/" + name : "worker/" + name + "/" + worker;
  }

  @Override
  int worker(long id) {
    return Math.floorMod(id, WORKERS);
  }

  @Override
  long positionOf(long id) {
    return id / WORKERS;
  }

  private long tickOf(long id) {
    return positionOf(id) / capacity;
  }

  /** When the tick of a key begins. */
  private long beganMs(long id) {
    return tickOf(id) * tick.ms - offsetMs;
  }

  /**
   * Whether a tick is longer than any window, so that processes share the line of a worker number.
   */
  private boolean sharesTicks() {
    return tick.ms > 10_000;
  }

  private boolean hasWindows() {
    return workers > 0 && !sharesTicks();
  }

  @Override
  boolean isInOrder(long earlier, long id) {
    return (workers > 0 && sharesTicks())
        ? tickOf(id) >= tickOf(earlier)
        : positionOf(id) > positionOf(earlier);
  }

  /**
   * A key never has tomorrow's date, even if today's numbers are used up. Keys of shorter ticks
   * carry into later ticks. In this case, a call that claims only the positions it needs waits
   * until the clock is near enough.
   */
  @Override
  long earliestMs(long id) {
    if (tick == Tick.NONE || hasWindows()) {
      return Long.MIN_VALUE;
    }
    long allowedMs = Math.max(timed.tolerance().toMillis(), timed.ahead().toMillis());
    return beganMs(id) - (sharesTicks() ? 0 : allowedMs);
  }

  @Override
  long timeMs(long id) {
    return hasWindows() ? beganMs(id) : Long.MIN_VALUE;
  }

  @Override
  long aheadMs(boolean startsAhead) {
    return timed.aheadMs(startsAhead);
  }

  /** A long tick is used up when the lines of all worker numbers have reached the next tick. */
  @Override
  boolean isUsedUp(ToLongFunction<String> positions, long nowMs) {
    if (!sharesTicks() || tick == Tick.NONE) {
      return super.isUsedUp(positions, nowMs);
    }
    long next = Math.floorDiv(nowMs + offsetMs, tick.ms) + 1;
    return IntStream.range(0, Math.max(1, workers))
        .allMatch(worker -> positions.applyAsLong(line(worker)) >= next * capacity);
  }

  @Override
  public String toString() {
    return super.toString() + ": keys " + format(tick, digits, workers)
        + (workers == 0 ? "" : " of " + workers + " worker numbers") + ", zone " + zone;
  }
}
