package io.mintmark.simulation;

import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Keys of a small format: a letter, the local time down to a tick, a worker number or none, and the
 * number within the tick. An id is a key's position and worker number, which are read from its
 * text; some keys are written again from these, and compared.
 */
record Keys(
    String name,
    int generators,
    Tick tick,
    int digits,
    int workers,
    ZoneId zone,
    Timed timed,
    Consumer<KeyBuilder> settings)
    implements Subject {

  /** A worker number takes one digit. */
  private static final int WORKERS = 10;

  private static final String LETTER = "k";

  /** One key in so many is written again. */
  private static final int SAMPLE = 16;

  /** Of short ticks no more keys are asked for in a second: to read each again takes time. */
  private static final long MOST_IDS = 10_000;

  private static final long DAY_MS = 86_400_000;

  /** The offset, in seconds, of a zone where a new day begins with the world. */
  private static final int MIDNIGHT = 28_820;

  /** Its clocks go back by an hour within the world. */
  private static final ZoneId AUTUMN = ZoneId.of("Australia/Sydney");

  /** What a tick is, and how the time down to it is written. */
  enum Tick {
    MILLISECOND("yyyyMMddHHmmssSSS", 1),
    TENTH("yyyyMMddHHmmssS", 100),
    SECOND("yyyyMMddHHmmss", 1_000),
    HOUR("yyyyMMddHH", 3_600_000),
    DAY("yyyyMMdd", DAY_MS),
    /** There is no time in the key, only a number. */
    NONE("", Long.MAX_VALUE);

    private final String pattern;
    private final long ms;
    private final DateTimeFormatter form;

    Tick(String pattern, long ms) {
      this.pattern = pattern;
      this.ms = ms;
      this.form = DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    }

    /** Reads the time that stands in a text from a place on. */
    long parse(String text, int from) {
      if (this == NONE) {
        return 0;
      }
      long days = LocalDate.of(
              number(text, from, 4), number(text, from + 4, 2), number(text, from + 6, 2))
          .toEpochDay();
      if (this == DAY) {
        return days;
      }
      long hours = days * 24 + number(text, from + 8, 2);
      if (this == HOUR) {
        return hours;
      }
      long seconds = hours * 3_600 + number(text, from + 10, 2) * 60L + number(text, from + 12, 2);
      int fraction = pattern.length() - SECOND.pattern.length();
      return fraction == 0 ? seconds : seconds * (1_000 / ms) + number(text, from + 14, fraction);
    }

    String text(long tick) {
      return this == NONE ? "" : form.format(local(tick));
    }

    private LocalDateTime local(long tick) {
      long timeMs = tick * ms;
      return LocalDateTime.ofEpochSecond(
          timeMs / 1_000, (int) (timeMs % 1_000) * 1_000_000, ZoneOffset.UTC);
    }
  }

  /** Where a tick is long, the next one begins within the world. */
  static Keys draw(String name, SplittableRandom random) {
    boolean strict = random.nextInt(3) == 0;
    Tick tick = Tick.values()[random.nextInt(strict ? 6 : 5)];
    int digits = digits(tick, strict, random);
    int workers = strict ? 0 : 1 + random.nextInt(WORKERS);
    ZoneOffset zone = ZoneOffset.ofTotalSeconds(MIDNIGHT - random.nextInt(40));
    Timed timed = Subject.timed(random);
    return new Keys(name, 1, tick, digits, workers, zone, timed, s -> {
      timed.accept(s);
      s.format(format(tick, digits, workers)).zone(zone.getId());
      KeyBuilder unused = workers == 0 ? s : s.workers(0, workers - 1);
    });
  }

  /** Without a worker number, of short ticks that carry, and hardly ahead of the clock. */
  static Keys carrying(String name, SplittableRandom random) {
    Tick tick = random.nextBoolean() ? Tick.TENTH : Tick.SECOND;
    int digits = 2 + random.nextInt(tick == Tick.TENTH ? 1 : 2);
    Timed near = new Timed(
        Duration.ofSeconds(1),
        Duration.ofMillis(1L << random.nextInt(5)),
        Duration.ofMillis(tick.ms + random.nextInt(100)),
        Subject.BEHIND.get(random.nextInt(Subject.BEHIND.size())));
    return new Keys(name, 1, tick, digits, 0, ZoneOffset.UTC, near, s -> {
      near.accept(s);
      s.format(format(tick, digits, 0)).zone(ZoneOffset.UTC.getId());
    });
  }

  /** Without a worker number, where an hour of local time comes twice. */
  static Keys inAutumn(String name, SplittableRandom random) {
    Tick tick = List.of(Tick.TENTH, Tick.SECOND, Tick.HOUR).get(random.nextInt(3));
    int digits = digits(tick, true, random);
    Timed timed = Subject.timed(random);
    return new Keys(name, 1, tick, digits, 0, AUTUMN, timed, s -> {
      timed.accept(s);
      s.format(format(tick, digits, 0)).zone(AUTUMN.getId());
    });
  }

  /**
   * Few, so that ticks overflow and numbers without a time come to their end, but of keys without a
   * worker enough for all processes.
   */
  private static int digits(Tick tick, boolean strict, SplittableRandom random) {
    return switch (tick) {
      case NONE, DAY, HOUR -> 3;
      case SECOND, TENTH -> strict ? 3 : 1 + random.nextInt(2);
      case MILLISECOND -> 1 + random.nextInt(2);
    };
  }

  /** Only worker numbers can be shared. */
  @Override
  public Subject twice() {
    return workers == 0
        ? this
        : new Keys(
            name, 2, tick, digits, workers, zone, timed, settings.andThen(s -> s.scope(name)));
  }

  @Override
  public Subject rolled(SplittableRandom random) {
    Timed other = Subject.timed(random).within(timed);
    return new Keys(name, generators, tick, digits, workers, zone, other, settings.andThen(other));
  }

  @Override
  public Subject differing(SplittableRandom random) {
    boolean sameZone = random.nextBoolean();
    int other = digits + (sameZone ? 1 : 0);
    ZoneId there = sameZone ? zone : ZoneOffset.ofTotalSeconds(offsetSeconds() - 1);
    return new Keys(
        name,
        generators,
        tick,
        other,
        workers,
        there,
        timed,
        settings.andThen(s -> s.format(format(tick, other, workers)).zone(there.getId())));
  }

  private static String format(Tick tick, int digits, int workers) {
    return LETTER
        + (tick == Tick.NONE ? "" : "{time:" + tick.pattern + "}")
        + (workers == 0 ? "" : "{worker:1}")
        + "{seq:" + digits + "}";
  }

  /**
   * How far its local time is from UTC when the world begins. What local time would be without its
   * step back says how far keys may be.
   */
  private int offsetSeconds() {
    return zone.getRules().getOffset(World.START).getTotalSeconds();
  }

  /** Whether a tick is longer than any window, so that processes share the number's line. */
  private boolean sharesTicks() {
    return tick.ms > 10_000;
  }

  private long capacity() {
    long capacity = 1;
    for (int i = 0; i < digits; i++) {
      capacity *= 10;
    }
    return capacity;
  }

  @Override
  public Order order() {
    return workers == 0 ? Order.IN_STORE : Order.IN_GENERATOR;
  }

  @Override
  public boolean isInOrder(long earlier, long id) {
    return (workers > 0 && sharesTicks())
        ? tickOf(id) >= tickOf(earlier)
        : positionOf(id) > positionOf(earlier);
  }

  /**
   * No key has tomorrow's date, however full a day is. Shorter ticks carry; where each call claims
   * what it needs, it waits then until the clock has come near enough.
   */
  @Override
  public long earliestMs(long id) {
    if (tick == Tick.NONE || (workers > 0 && !sharesTicks())) {
      return Long.MIN_VALUE;
    }
    return sharesTicks() ? beganMs(id) : beganMs(id) - timed.allowedMs();
  }

  /** When the tick of a key begins. */
  private long beganMs(long id) {
    return tickOf(id) * tick.ms - offsetSeconds() * 1_000L;
  }

  /** A process goes on in the tick that another one's clock has come to, as they share it. */
  @Override
  public boolean sharesTime() {
    return sharesTicks();
  }

  @Override
  public long end() {
    return tick == Tick.NONE ? capacity() : Long.MAX_VALUE;
  }

  /** A long tick is used up when all worker numbers' lines stand at the next. */
  @Override
  public boolean isUsedUp(ToLongFunction<String> positions, long nowMs) {
    if (!sharesTicks() || tick == Tick.NONE) {
      return Subject.super.isUsedUp(positions, nowMs);
    }
    long next = Math.floorDiv(nowMs + offsetSeconds() * 1_000L, tick.ms) + 1;
    return IntStream.range(0, Math.max(1, workers))
        .allMatch(worker -> positions.applyAsLong(lineOf(worker)) >= next * capacity());
  }

  private long tickOf(long id) {
    return positionOf(id) / capacity();
  }

  @Override
  public boolean survivesLoss() {
    return workers > 0 && !sharesTicks();
  }

  @Override
  public long holders() {
    return workers == 0 || sharesTicks() ? Long.MAX_VALUE : workers;
  }

  @Override
  public long hopsBeyondMs() {
    return workers == 0 ? Long.MAX_VALUE : timed.hopsBeyondMs();
  }

  @Override
  public long timeMs(long id) {
    return workers == 0 || sharesTicks() ? Long.MIN_VALUE : beganMs(id);
  }

  @Override
  public long aheadMs(boolean startsAhead) {
    return timed.aheadMs(startsAhead);
  }

  /** Of a long tick: what makes it last for a good part of a world. */
  @Override
  public long idsPerSecond() {
    return sharesTicks()
        ? capacity() / 20
        : Math.max(1, Math.min(MOST_IDS, capacity() * 1_000 / tick.ms));
  }

  @Override
  public Draw open(Node node, String own) {
    KeyGenerator generator = node.mint().keys(own, settings);
    return new Draw(
        count -> generator.nextAsync(KeyRequest.PLAIN, count).thenApply(this::ids),
        count ->
            ids(count == 1 ? List.of(generator.next()) : generator.next(KeyRequest.PLAIN, count)));
  }

  private long[] ids(List<String> keys) {
    long[] ids = new long[keys.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = id(keys.get(i));
    }
    return ids;
  }

  private long id(String key) {
    int at = LETTER.length();
    long time = tick.parse(key, at);
    at += tick.pattern.length();
    int worker = workers == 0 ? 0 : number(key, at, 1);
    at += workers == 0 ? 0 : 1;
    long id = (time * capacity() + number(key, at, digits)) * WORKERS + worker;
    if (id % SAMPLE == 0 && !text(id).equals(key)) {
      throw new Violation(
          "a key is not written as its format says: key=" + key + ", position=" + positionOf(id));
    }
    return id;
  }

  private static int number(String text, int from, int digits) {
    int number = 0;
    for (int i = from; i < from + digits; i++) {
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }

  @Override
  public String text(long id) {
    String number = Long.toString(capacity() + positionOf(id) % capacity()).substring(1);
    return LETTER + tick.text(tickOf(id)) + (workers == 0 ? "" : id % WORKERS) + number;
  }

  @Override
  public String place(long position) {
    String time = tick == Tick.NONE ? "" : "time " + tick.local(position / capacity()) + " ";
    return time + "number " + position % capacity();
  }

  @Override
  public String about() {
    return name + " makes keys '" + format(tick, digits, workers) + "'"
        + (workers == 0 ? "" : " with " + workers + " worker numbers") + ", zone " + zone
        + byHowMany();
  }

  @Override
  public String lineOf(long id) {
    return workers == 0 ? "key/" + name : "worker/" + name + "/" + worker(id);
  }

  @Override
  public int worker(long id) {
    return Math.floorMod(id, WORKERS);
  }

  @Override
  public long positionOf(long id) {
    return id / WORKERS;
  }
}
