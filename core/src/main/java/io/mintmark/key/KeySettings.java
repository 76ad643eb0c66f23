package io.mintmark.key;

import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.kind.TimedSettings;
import io.mintmark.internal.line.ClaimQueue;
import io.mintmark.internal.line.ClockAheadRules;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LineClaims;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.LocalLines;
import io.mintmark.internal.line.LocalLines.IdForm;
import io.mintmark.internal.line.NumberClaims;
import io.mintmark.internal.line.PastPositions;
import io.mintmark.internal.line.PositionCode;
import io.mintmark.internal.line.Positions;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TimedClaims;
import io.mintmark.internal.line.TimedLines;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.key.Field.Kind;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a key generator.
 *
 * @param timed the settings that all kinds of id made from claimed times have in common
 * @param givenFormat the format of keys; it is a fault if the format is missing
 * @param shards the current databases and tables
 * @param lender the generator of {@link KeyBuilder#routeFrom(KeyGenerator)}, whose keys can be
 *     route ids
 * @param version the version of the current shard layout in keys
 * @param earlier the shard layouts of other versions
 * @param givenZone the zone of the local time in keys; it is a fault if it is missing and the time
 *     in keys shows no minutes
 * @param start the lowest number in keys
 */
record KeySettings(
    TimedSettings timed,
    Optional<KeyFormat> givenFormat,
    Optional<Shards> shards,
    Optional<FormattedKeys> lender,
    int version,
    Map<Integer, Shards> earlier,
    Optional<ZoneId> givenZone,
    KeyStart start)
    implements Settings<KeyGenerator> {

  private static final Duration HOUR = Duration.ofHours(1);

  /** Fills in UTC where a zone is not required, so that settings with and without it are equal. */
  KeySettings {
    if (givenZone.isEmpty() && givenFormat.filter(KeySettings::needsZone).isEmpty()) {
      givenZone = Optional.of(ZoneOffset.UTC);
    }
  }

  @Override
  public String subject(String name) {
    return "keys '" + name + "'";
  }

  private KeyFormat format() {
    return givenFormat.orElseThrow();
  }

  private ZoneId zone() {
    return givenZone.orElse(ZoneOffset.UTC);
  }

  /** Returns all layouts by version, including the current one. */
  private Map<Integer, Shards> layouts() {
    Map<Integer, Shards> all = new TreeMap<>(earlier);
    shards.ifPresent(current -> all.put(version, current));
    return all;
  }

  @Override
  public List<String> faults(String name) {
    Faults faults = new Faults();
    faults.addIf(givenFormat.isEmpty(), "the keys have no format: format=none");
    givenFormat.ifPresent(format -> {
      faults.addIf(
          givenZone.isEmpty(),
          "the time in keys shows no minutes, so the time zone decides when its day or hour begins:"
              + " format='{}', zone=none; set the zone, for example UTC or Asia/Shanghai; existing"
              + " keys without a zone are in UTC",
          format);
      checkStart(format, faults);
      checkShards(format, faults);
      checkWorkers(format, name, faults);
      timed.checkDurations(faults);
      timed.checkOpaque(format.capacity() - 1, faults);
      if (faults.all().isEmpty()) {
        checkLines(name, faults);
      }
    });
    return faults.all();
  }

  private void checkLines(String name, Faults faults) {
    for (Spec spec : fingerprint(name)) {
      int length = SpecLine.of(spec.subject()).length();
      faults.addIf(
          length > LineName.MAX_LENGTH,
          "the name is too long for a line that is made from it: length={}; use a shorter name",
          length);
    }
  }

  private void checkStart(KeyFormat format, Faults faults) {
    start.given().ifPresent(given -> {
      faults.addUnlessIn("start", given, SettingRange.KEY_START);
      faults.addIf(
          given == 1 && (format.field(Kind.SEQ).isEmpty() || timed.opaque().isPresent()),
          "keys that show no number cannot start at 1: start=1, format='{}', opaque={}",
          format,
          timed.opaque().isPresent());
    });
  }

  /**
   * Returns whether the smallest unit of the time is an hour or longer. Then the zone decides when
   * such a unit begins.
   */
  private static boolean needsZone(KeyFormat format) {
    TimePattern time = format.time();
    return time != null && time.tickNanos() >= HOUR.toNanos();
  }

  private void checkShards(KeyFormat format, Faults faults) {
    long databases = format.values(Kind.DB);
    long tables = format.values(Kind.TABLE);
    long versions = format.values(Kind.VERSION);
    if (shards.isEmpty()) {
      faults.addIf(
          databases + tables > 0,
          "{db:N} and {table:N} show the shard of a row: the format has them, and shards=none");
      faults.addIf(
          versions > 0 || version != 0, "a version needs shards: version={}, shards=none", version);
      faults.addIf(
          lender.isPresent() || !earlier.isEmpty(), "routeFrom or earlier shards need shards");
      return;
    }
    Shards before = earlier.getOrDefault(version, shards.get());
    faults.addIf(
        !before.equals(shards.get()),
        "the version has two layouts: version={}, {} and {}",
        version,
        shards.get(),
        before);
    Map<Integer, Shards> all = layouts();
    all.forEach((number, each) -> {
      checkFits(faults, "db", each.databases(), databases, number);
      checkFits(faults, "table", each.tables(), tables, number);
    });
    faults.addIf(
        all.size() > 1 && versions == 0,
        "the format has no {version:N}, which distinguishes keys of several layouts");
    long most = versions == 0 ? SettingRange.SHARDS_VERSION.most() : versions - 1;
    SettingRange<Long> shown = new SettingRange<>(0L, most);
    all.keySet().forEach(number -> faults.addUnlessIn("version", (long) number, shown));
    lender.ifPresent(from -> faults.addIf(
        from.format().values(Kind.DB) == 0,
        "the keys of routeFrom show no database: routeFrom={}",
        from.name()));
  }

  private static void checkFits(Faults faults, String field, int count, long values, int version) {
    faults.addIf(
        count > Math.max(values, 1),
        "a key alone could not be routed: the format needs {{}:N} for {} values, and shows {} of"
            + " them, version={}",
        field,
        count,
        values,
        version);
  }

  private void checkWorkers(KeyFormat format, String name, Faults faults) {
    long workers = format.workers();
    if (workers > 0) {
      timed.checkWorkers(name, workers, "field {worker:N}", faults);
    } else {
      faults.addIf(
          timed.hasWorkers(), "workerPool, workers or preferWorker need {worker:N} in the format");
    }
    TimePattern time = format.time();
    timed.checkOrder(workers > 0 && time != null && carries(time), faults);
  }

  /** Returns the fingerprints of the format's settings, and of the shard layout of each version. */
  @Override
  public List<Spec> fingerprint(String name) {
    String secret = timed.secret(Long.toString(format().capacity()));
    return new KeySpecs(format(), zone(), layouts(), start, secret)
        .of(name, timed.poolOf(name), timed.sharedPool(name));
  }

  @Override
  public List<String> firstLines(String name) {
    long workers = format().workers();
    return workers == 0 ? List.of() : timed.firstLines(name, workers);
  }

  @Override
  public boolean ownsTicks() {
    KeyFormat format = format();
    TimePattern time = format.time();
    return time != null && format.workers() > 0 && !TimedSettings.sharesTicks(time.tickNanos());
  }

  /**
   * Creates a generator. If the format has a worker, the generator claims on the lines (counters in
   * the store) {@code worker/POOL/W}, one for each worker number W. Otherwise it claims on the line
   * {@code key/NAME}.
   */
  @Override
  public Built<KeyGenerator> make(String name, LineStore store, Context context) {
    KeyFormat format = format();
    TimePattern time = format.time();
    LocalTimeClock wall = new LocalTimeClock(context.wall(), zone());
    if (time == null) {
      long end = format.capacity();
      LineClaims numbers =
          new NumberClaims(store, lineOf(name), start, end, "last=" + (end - 1), context);
      return claimed(name, numbers, null, context);
    }
    TickRules ticks = timed.ticks(time, format.capacity(), format.endTick(), carries(time), start);
    TimedLines lines = new TimedLines(lineOf(name), ticks, wall::moment);
    ClockAheadRules skew = timed.skew(engine -> wall.latest(engine, timed.maxSkew()));
    if (format.workers() == 0) {
      LineClaims claims =
          new TimedClaims(store, lines.name(), ticks, skew, wall, wall::highest, context);
      return claimed(name, claims, lines, context);
    }
    WindowRules windows = timed.windows(
        subject(name), format.workers(), time.tickNanos(), skew, wall::highestBy, store, context);
    IdForm form = new IdForm(PositionCode.PLAIN, start, timed.order());
    LocalLine line = LocalLines.workers(name, form, store, lines, windows, context.withWall(wall));
    PastPositions past = new PastPositions(name, store, lines, windows, wall::shown, line, context);
    return built(name, line, !carries(time), past, lines, context);
  }

  private Built<KeyGenerator> claimed(
      String name, LineClaims claims, @Nullable TimedLines lines, Context context) {
    return built(name, new ClaimQueue(name, claims, context), false, null, lines, context);
  }

  private Built<KeyGenerator> built(
      String name,
      Positions positions,
      boolean inOneTick,
      @Nullable PastPositions past,
      @Nullable TimedLines lines,
      Context context) {
    Optional<Router> router =
        shards.map(current -> new Router(current, lender, version, layouts()));
    Optional<HiddenNumbers> hiding = hiding(name);
    int tables = shards.map(Shards::tables).orElse(1);
    KeyWriter writer = new KeyWriter(format(), version, tables, start, hiding);
    FormattedKeys keys = new FormattedKeys(
        name,
        format(),
        zone(),
        router,
        start,
        hiding,
        writer,
        positions,
        inOneTick,
        past,
        lines,
        context.wall());
    return new Built<>(keys, positions);
  }

  @Override
  public long plain(String name, String id) {
    ParsedKey key = format().parseKey(id);
    return hiding(name).map(key::revealed).orElse(key).number();
  }

  private Optional<HiddenNumbers> hiding(String name) {
    return timed
        .opaque()
        .map(cipher -> new HiddenNumbers(cipher, lineOf(name), format().capacity()));
  }

  /** Returns the name of the line, or with worker numbers the prefix of the names of the lines. */
  private String lineOf(String name) {
    return format().workers() == 0 ? "key/" + name : timed.workerLines(name);
  }

  private boolean carries(TimePattern time) {
    return time.tickNanos() <= timed.maxAhead().toNanos();
  }
}
