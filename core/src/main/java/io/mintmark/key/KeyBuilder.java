package io.mintmark.key;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.Built;
import io.mintmark.internal.line.ClaimQueue;
import io.mintmark.internal.line.ClaimedLine;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LineClaims;
import io.mintmark.internal.line.LocalLines;
import io.mintmark.internal.line.PositionCode;
import io.mintmark.internal.line.SkewRules;
import io.mintmark.internal.line.TickRules;
import io.mintmark.internal.line.TimedClaims;
import io.mintmark.internal.line.TimedLines;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.line.WindowSettings;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.LineName;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link KeyGenerator}. A format is needed; the rest has defaults. */
public final class KeyBuilder extends WindowSettings<KeyBuilder> {

  private static final int MAX_ZONE = 100;

  private @Nullable KeyFormat format;
  private @Nullable Shards shards;
  private @Nullable KeyGenerator routeFrom;
  private final Map<Integer, Shards> layouts = new TreeMap<>();
  private int version;
  private ZoneId zone = ZoneOffset.UTC;

  /** Makes one without a format. */
  public KeyBuilder() {}

  @Override
  protected KeyBuilder self() {
    return this;
  }

  /**
   * Sets what keys look like.
   *
   * @param text see {@link KeyFormat}
   * @return this
   * @throws ConfigurationException with every fault of the format
   */
  public KeyBuilder format(String text) {
    format = KeyFormat.parse(text);
    return this;
  }

  /**
   * Sets where rows lie. A format then shows {@code {db:N}} and {@code {table:N}}, and each key is
   * made for a route id.
   *
   * @param current how many databases and tables there are now
   * @return this
   */
  public KeyBuilder shards(Shards current) {
    shards = current;
    return this;
  }

  /**
   * Lets a route id that is a key of another generator lend its database, so that both rows lie in
   * one database. Blanks that a CHAR column has added to the key count for nothing, nor does the
   * case of letters where its keys have one case only; what else is almost such a key is refused.
   *
   * @param other makes keys that show a database
   * @return this
   */
  public KeyBuilder routeFrom(KeyGenerator other) {
    routeFrom = other;
    return this;
  }

  /**
   * Sets what {@code {version:N}} says: the version of the shard layout that new keys are made
   * under.
   *
   * @param number 0 or more; default 0
   * @return this
   */
  public KeyBuilder version(int number) {
    version = number;
    return this;
  }

  /**
   * Names an earlier shard layout, whose keys go on routing.
   *
   * @param number the version that its keys show
   * @param earlier the shards of then
   * @return this
   */
  public KeyBuilder layout(int number, Shards earlier) {
    layouts.put(number, earlier);
    return this;
  }

  /**
   * Sets the zone whose local time is printed. All names of one fixed offset, such as {@code UTC}
   * and {@code Etc/UTC}, are the same zone.
   *
   * @param id for example {@code Asia/Shanghai}; default UTC
   * @return this
   * @throws ConfigurationException if there is no such zone
   */
  public KeyBuilder zone(String id) {
    if (id.length() > MAX_ZONE) {
      throw new ConfigurationException(
          "keys",
          Message.of(
              "the time zone has more than {} characters:" + " length={}", MAX_ZONE, id.length()));
    }
    try {
      zone = ZoneId.of(id).normalized();
    } catch (DateTimeException e) {
      throw new ConfigurationException("keys", Message.of("no such time zone: zone='{}'", id));
    }
    return this;
  }

  /**
   * Tells all settings in one fixed form.
   *
   * @return equal for builders that build the same
   */
  public String settings() {
    return "key format="
        + format
        + " zone="
        + zone
        + " shards="
        + shards
        + " routeFrom="
        + (routeFrom == null ? "" : routeFrom.name())
        + " version="
        + version
        + " layouts="
        + layouts
        + windowSettings();
  }

  /**
   * Tells the settings that bear on uniqueness, and where the rows of each version lie. Called
   * after {@link #check}.
   *
   * @param name the generator's name
   * @return what generators share that share the name, or the worker scope
   */
  public List<Spec> specs(String name) {
    return new KeySpecs(checkedFormat(), zone, allLayouts())
        .of(name, scopeOf(name), sharedScope(name));
  }

  private KeyFormat checkedFormat() {
    KeyFormat known = format;
    if (known == null) {
      throw new IllegalStateException("the settings were not checked: format=none");
    }
    return known;
  }

  /** By version, the current one among them. */
  private Map<Integer, Shards> allLayouts() {
    Map<Integer, Shards> all = new TreeMap<>(layouts);
    if (shards != null) {
      all.put(version, shards);
    }
    return all;
  }

  /**
   * Checks the settings.
   *
   * @param name the generator's name, for the message
   * @throws ConfigurationException with every fault there is
   */
  public void check(String name) {
    List<String> faults = new ArrayList<>();
    KeyFormat known = format;
    if (known == null) {
      faults.add("the keys have no format: format=none");
    } else {
      checkShards(known, faults);
      checkWorkers(known, name, faults);
      fault(
          faults,
          window().isNegative() || window().isZero() || window().compareTo(MAX_WINDOW) > 0,
          Message.of("the window is not above 0 and at most an hour: window={}", window()));
      checkClockRules(faults);
      if (faults.isEmpty()) {
        checkLines(name, faults);
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("keys '" + name + "'", faults);
    }
  }

  private void checkLines(String name, List<String> faults) {
    for (Spec spec : specs(name)) {
      String line = SpecLine.of(spec.subject());
      fault(
          faults,
          line.length() > LineName.MAX_LENGTH,
          Message.of(
              "the name is too long for a line that is made from it: line={}, length={} > {}; use"
                  + " a shorter name or version",
              line,
              line.length(),
              LineName.MAX_LENGTH));
    }
  }

  private void checkShards(KeyFormat known, List<String> faults) {
    long databases = known.values(Field.Part.DB);
    long tables = known.values(Field.Part.TABLE);
    long versions = known.values(Field.Part.VERSION);
    if (shards == null) {
      fault(
          faults,
          databases + tables > 0,
          "{db:N} and {table:N} show where a row lies: the format has them, and shards=none");
      fault(
          faults,
          versions > 0 || version != 0,
          Message.of("a version is given without shards: version={}, shards=none", version));
      fault(
          faults,
          routeFrom != null || !layouts.isEmpty(),
          "routeFrom or layouts are given" + " without shards");
      return;
    }
    Map<Integer, Shards> all = allLayouts();
    Shards before = layouts.get(version);
    fault(
        faults,
        before != null && !before.equals(shards),
        Message.of("the version has two layouts: version={}, {} and {}", version, shards, before));
    all.forEach((number, each) -> {
      fits(faults, "db", each.databases(), databases, number);
      fits(faults, "table", each.tables(), tables, number);
    });
    fault(
        faults,
        all.size() > 1 && versions == 0,
        "the format has no {version:N}, by which keys of several layouts are told apart");
    long most = versions == 0 ? Integer.MAX_VALUE : versions - 1;
    all.keySet()
        .forEach(number -> fault(
            faults,
            number < 0 || number > most,
            Message.of(
                "the version does not fit its field: version={}, the field shows 0 to" + " {}",
                number,
                most)));
    fault(
        faults,
        routeFrom != null && !routeFrom.hasDatabase(),
        Message.of(
            "routeFrom's keys show no database to take: routeFrom={}",
            routeFrom == null ? "" : routeFrom.name()));
  }

  private static void fits(List<String> faults, String field, int count, long values, int version) {
    if (count > 1 && values == 0) {
      faults.add("a key alone could not be routed: the format needs"
          + " {" + field + ":N}, as there are "
          + count + " of them, version=" + version);
    } else if (values > 0 && count > values) {
      faults.add("an index does not fit its field: {" + field + ":N} shows 0 to " + (values - 1)
          + ", and there are " + count + ", version=" + version);
    }
  }

  private void checkWorkers(KeyFormat known, String name, List<String> faults) {
    long workers = known.workers();
    if (workers == 0) {
      fault(
          faults,
          hasWorkers(),
          "scope, workers or preferWorker are given, and the format has" + " no {worker:N}");
      return;
    }
    checkWorkers(name, workers, "field {worker:N}", faults);
  }

  /**
   * Builds the generator: on the lines {@code worker/SCOPE/W} for a format with a worker, else on
   * {@code key/NAME}. Called by {@link io.mintmark.Mintmark}, after {@link #check} and the
   * fingerprints.
   *
   * @param name the generator's name
   * @param store where the lines are
   * @param oneShot whether to claim no more than each call asks for
   * @param note written beside a line that is taken
   * @param context clocks, background and deadline
   * @return the generator, and what stops it
   * @throws ConfigurationException if the time of the format has run out, or does within a year
   */
  public Built<KeyGenerator> build(
      String name, ClaimStore store, boolean oneShot, String note, Context context) {
    KeyFormat known = checkedFormat();
    LocalTimeClock wall = new LocalTimeClock(context.wall(), zone);
    Router router = new Router(shards, routeFrom, version, layouts);
    KeyWriter writer = new KeyWriter(known, version, router.tables());
    KeyPositions positions = positions(known, wall, name, store, oneShot, note, context);
    KeyGenerator generator = new KeyGenerator(
        name,
        known,
        zone,
        router,
        writer,
        positions,
        timedLines(known, wall, name),
        context.wall());
    return new Built<>(generator, positions);
  }

  private @Nullable TimedLines timedLines(KeyFormat known, LocalTimeClock wall, String name) {
    TimePattern time = known.time();
    if (time == null) {
      return null;
    }
    String lines = known.workers() == 0 ? "key/" + name : "worker/" + scopeOf(name) + "/";
    return new TimedLines(lines, rules(known, time), wall::moment);
  }

  private TickRules rules(KeyFormat known, TimePattern time) {
    return new TickRules(
        time,
        known.capacity(),
        known.endTick(),
        carries(time) ? maxAhead().toMillis() : 0,
        clockTolerance().toMillis(),
        onClockBehindOr(OnClockBehind.HOP));
  }

  private boolean carries(TimePattern time) {
    return time.tickNanos() <= maxAhead().toNanos();
  }

  private KeyPositions positions(
      KeyFormat known,
      LocalTimeClock wall,
      String name,
      ClaimStore store,
      boolean oneShot,
      String note,
      Context context) {
    TimePattern time = known.time();
    String line = "key/" + name;
    if (time == null) {
      LineClaims claims = new ClaimedLine(store, line, known.capacity(), context);
      return new ClaimedKeys(new ClaimQueue(name, claims, context));
    }
    TickRules rules = rules(known, time);
    SkewRules skew = new SkewRules(
        maxSkew().toMillis(), isClockConfirmed(), engine -> wall.latest(engine, maxSkew()));
    if (known.workers() == 0) {
      LineClaims claims = new TimedClaims(store, line, rules, skew, wall, wall::highest, context);
      return new ClaimedKeys(new ClaimQueue(name, claims, context));
    }
    Context local = context.withWall(wall);
    boolean shared = time.tickNanos() > window().toNanos();
    RandomGenerator random = context.randoms().get();
    WindowRules windows = new WindowRules(
            workersFrom(),
            workersEnd(known.workers()),
            preferredWorker(),
            oneShot ? 0 : window().toNanos() / time.tickNanos(),
            oneShot || !shared ? Duration.ZERO : window(),
            shared,
            skew,
            wall::highestBy)
        .admit("keys '" + name + "'", store, window());
    return new LocalKeys(
        LocalLines.workers(
            name,
            PositionCode.PLAIN,
            store,
            "worker/" + scopeOf(name) + "/",
            rules,
            windows,
            () -> 0,
            random,
            note,
            local),
        !carries(time));
  }
}
