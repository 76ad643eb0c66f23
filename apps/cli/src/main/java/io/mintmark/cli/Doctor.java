package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.cli.ids.Severity;
import io.mintmark.generator.Description;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.store.Line;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Examines a store and its generators, and reports problems. Each failed examination is a problem.
 *
 * @param store the store
 * @param terminal has this host's clocks
 * @param found receives the findings, the first of which are on the store
 */
record Doctor(LineStore store, Terminal terminal, Findings found) {

  /** The number of claims if this process has opened the store. */
  static final int MANY_CLAIMS = 200;

  /** The number of claims through a server. It is small because a server logs each claim. */
  static final int FEW_CLAIMS = 16;

  /** No further claims are made after this time. */
  private static final Duration CLAIMING = Duration.ofSeconds(3);

  /** The largest acceptable difference between clocks. */
  private static final Duration MAX_SKEW = Duration.ofSeconds(5);

  /**
   * A generator ends soon if more than this share of its line (its counter in the store) is used.
   */
  private static final double MUCH = 0.9;

  private static final Pattern POOL =
      Pattern.compile("worker unitMs=(\\d+) epoch=(\\S+) capacity=(\\d+)");

  /** Examines everything that can be read. */
  void examine(List<Description> generators) {
    boolean unused = found.attempt("identity", this::identity);
    durability();
    unused = found.attempt("clock", this::compareClocks);
    Findings ofGenerators = found.of(Group.GENERATORS);
    for (Description generator : generators) {
      unused = ofGenerators.attempt(generator.name(), () -> generator(generator, ofGenerators));
    }
    Findings ofWorkers = found.of(Group.WORKERS);
    unused = ofWorkers.attempt("workers", () -> workers(ofWorkers));
  }

  /**
   * Claims positions on a line from which no ids are made, at least one. Measures how long a claim
   * takes, and checks that the store keeps the claims.
   */
  void claim(int most) {
    List<Long> claimed = new ArrayList<>();
    boolean unused = found.attempt("claims", () -> measure(most, claimed));
    if (!claimed.isEmpty()) {
      unused = found.attempt("claims read back", () -> readBack(claimed));
    }
  }

  private void measure(int most, List<Long> claimed) {
    ElapsedClock elapsed = terminal.elapsed();
    List<Long> nanos = new ArrayList<>();
    long begunNanos = elapsed.nanos();
    do {
      long startNanos = elapsed.nanos();
      claimed.add(store.claim(StoreLines.DOCTOR, 0, 1));
      nanos.add(elapsed.nanos() - startNanos);
    } while (claimed.size() < most && elapsed.nanos() - begunNanos < CLAIMING.toNanos());
    Collections.sort(nanos);
    String times = String.format(
        Locale.ROOT,
        "p50 %.1f ms, p99 %.1f ms of %d",
        nanos.get(nanos.size() / 2) / 1e6,
        nanos.get((int) (nanos.size() * 0.99)) / 1e6,
        nanos.size());
    found.ok("claims", times);
  }

  private void readBack(List<Long> claimed) {
    long end = Collections.max(claimed) + 1;
    long next = store.position(StoreLines.DOCTOR);
    int repeats = claimed.size() - new HashSet<>(claimed).size();
    found.add(
        "claims read back",
        Severity.FAIL.when(repeats > 0 || next < end),
        claimed.size() + " claimed, " + (repeats > 0 ? repeats + " twice" : "none twice")
            + "; the line is at " + next,
        repeats > 0
            ? "the store hands positions out twice: stop all processes that make ids from it"
            : "the store has forgotten claims up to " + end
                + ": before any process continues, raise all lines past all ids that were made");
  }

  private void identity() {
    long identity = store.position(StoreLines.IDENTITY);
    found.ok("identity", identity == 0 ? "none yet: no server has used it" : "" + identity);
    if (store.position(StoreLines.GATE) == Long.MAX_VALUE) {
      String target = store.line(StoreLines.MOVED_TO).map(Line::note).orElse("another store");
      found.add(
          "moved",
          Severity.FAIL,
          "to " + target,
          "this store's lines were moved: point processes at " + target);
    }
  }

  private void durability() {
    List<Durability.Setting> settings = store.durability().settings();
    settings.forEach(setting -> found.add(
        setting.name(),
        Severity.FAIL.when(!setting.risk().isEmpty()),
        setting.value(),
        "the engine may lose what it acknowledged: " + setting.risk()
            + "; change the setting, or read how to repair a loss (docs/GUARANTEES.md)"));
    if (settings.isEmpty()) {
      found.ok("durability", "the engine has no settings to read");
    }
    boolean loses = store.canLoseAcknowledgedWrites() || store.durability().isRisky();
    found.add(
        "may lose acknowledged claims",
        Severity.WARN.when(loses),
        loses ? "yes" : "no",
        "read the effects of a loss on each kind of id, and the remedies (docs/GUARANTEES.md,"
            + " docs/stores)");
  }

  /**
   * Compares the clocks. The engine read its clock at an unknown moment of the round trip. The
   * comparison assumes the middle, so its error is at most half the round trip.
   */
  private void compareClocks() {
    Instant before = terminal.clock().instant();
    long startNanos = terminal.elapsed().nanos();
    Optional<Instant> engine = store.now();
    Duration doubt = Duration.ofNanos((terminal.elapsed().nanos() - startNanos) / 2);
    if (engine.isEmpty()) {
      found.ok("clock", "the engine has none");
      return;
    }
    Duration skew = Duration.between(before.plus(doubt), engine.get());
    found.add(
        "clock",
        Severity.FAIL.when(skew.abs().minus(doubt).compareTo(MAX_SKEW) > 0),
        String.format(Locale.ROOT, "engine %+d ms (±%d ms)", skew.toMillis(), doubt.toMillis() + 1),
        "the clocks of this host and of the engine differ by over 5 s: correct the wrong one");
  }

  private void generator(Description generator, Findings ofGenerators) {
    Map<String, String> facts = generator.facts();
    List<String> problems = new ArrayList<>(generator.warnings());
    List<String> values = new ArrayList<>();
    if (facts.containsKey("time-ends")) {
      values.add("time ends " + facts.get("time-ends"));
    }
    if (facts.containsKey("cycle")) {
      values.add("cycle " + facts.get("cycle") + ", which has no end");
    }
    OptionalDouble used = used(generator);
    double part = used.orElse(0);
    used.ifPresent(share -> values.add(String.format(Locale.ROOT, "%.1f %% used", share * 100)));
    if (part >= 1) {
      problems.add("it is used up, and every call fails: continue under a new name with more room");
    } else if (part > MUCH) {
      problems.add("it ends soon: plan a new name with more room");
    }
    ofGenerators.add(
        generator.name() + " (" + generator.kind() + ")",
        part >= 1 ? Severity.FAIL : Severity.WARN.when(!problems.isEmpty()),
        values.isEmpty() ? "does not run out" : String.join(", ", values),
        String.join("; ", problems));
  }

  /** Returns the used share of the generator's line, 1 if nothing is left; empty without an end. */
  private OptionalDouble used(Description generator) {
    Map<String, String> facts = generator.facts();
    if (generator.kind().equals("sequence") && facts.containsKey("last")) {
      double all = (number(facts, "last") - number(facts, "first")) / number(facts, "step") + 1;
      return OptionalDouble.of(store.position("seq/" + generator.name()) / all);
    }
    // Keys of a format without a time. With a worker field, each worker has its own line.
    if (facts.containsKey("capacity") && !facts.containsKey("worker")) {
      double taken = store.position("key/" + generator.name()) - number(facts, "start");
      return OptionalDouble.of(Math.max(0, taken) / number(facts, "capacity"));
    }
    return OptionalDouble.empty();
  }

  private static double number(Map<String, String> facts, String name) {
    return Double.parseDouble(facts.getOrDefault(name, "1"));
  }

  /**
   * Counts the used worker numbers of each pool. A number is held while its line's position is in
   * the future. The note of the pool's fingerprint has the unit, the epoch and the capacity of a
   * position.
   */
  private void workers(Findings ofWorkers) {
    for (Line spec : store.lines(SpecLine.of(SpecLine.WORKERS))) {
      String numbers = spec.name().substring(SpecLine.PREFIX.length()) + "/";
      List<Line> used = store.lines(numbers).stream()
          .filter(line -> line.name().substring(numbers.length()).matches("\\d+"))
          .toList();
      Matcher settings = POOL.matcher(spec.note());
      String value = used.size() + " used";
      if (settings.matches()) {
        long now = now(settings);
        long held = used.stream().filter(line -> line.next() > now).count();
        value = held + " held now, " + (used.size() - held) + " idle";
      }
      ofWorkers.ok(numbers.replaceAll("^worker/|/$", ""), value);
    }
  }

  /** Returns the position of the present time, according to a pool's settings. */
  private long now(Matcher settings) {
    Instant epoch = Instant.parse(settings.group(2));
    long ms = Duration.between(epoch, terminal.clock().instant()).toMillis();
    return ms / Long.parseLong(settings.group(1)) * Long.parseLong(settings.group(3));
  }
}
