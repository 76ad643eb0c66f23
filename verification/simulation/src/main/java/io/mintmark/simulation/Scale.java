package io.mintmark.simulation;

import io.mintmark.store.engine.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Counts what many processes ask of their store, on simulated time, and prints it beside what
 * formulas say. The processes run the product's own code, and all that a world looks at is looked
 * at here too. The engine takes any number of requests at a time, each a fraction of a millisecond.
 */
public final class Scale {

  /** Held here, as the JDK keeps loggers weakly. */
  private static final Logger LOG = Logger.getLogger("io.mintmark");

  private final ScaleSetup setup;
  private final World world;
  private final Server server;
  private final Counts counts;

  private Scale(ScaleSetup setup) {
    LOG.setLevel(Level.OFF);
    this.setup = setup;
    this.world = new World(setup.world());
    this.server = world.stores().source();
    this.counts = new Counts(setup, server.clock());
    server.tell(counts);
  }

  /**
   * What was seen.
   *
   * @param claims claims of more in a second, once two windows have passed
   * @param asked requests of all kinds in a second then
   * @param held how many worker numbers were held then, on average
   * @param mostHeld how many at most
   * @param readingsAStart how often a process read lines at its start
   * @param startedSeconds when all processes had a worker number for the first time
   * @param left what each process left unused of a sequence at its end
   */
  record Figures(
      double claims,
      double asked,
      double held,
      int mostHeld,
      double readingsAStart,
      double startedSeconds,
      double left) {}

  /**
   * Runs one world, and ends with status 1 if something was seen there that should not have been.
   *
   * @param args how many processes, and settings such as {@code window=20}
   */
  public static void main(String[] args) {
    ScaleSetup setup = ScaleSetup.of(List.of(args));
    System.out.print(text(setup, run(setup)));
  }

  /**
   * Runs the world of a setup.
   *
   * @throws Violation if something was seen that should not have been
   */
  static Figures run(ScaleSetup setup) {
    return new Scale(setup).run();
  }

  private Figures run() {
    World.Result result = world.run();
    @Nullable Throwable violation = result.violation();
    if (violation != null) {
      throw new Violation("the world of this setup is not as it should be: " + setup, violation);
    }
    long starts = setup.processes() + result.faults().getOrDefault(FaultKind.CRASH.name(), 0L);
    int from = (int) (2 * setup.window().toSeconds());
    int seconds = setup.seconds() - from;
    long claims = 0;
    long asked = 0;
    long held = 0;
    int most = 0;
    for (int second = from; second < setup.seconds(); second++) {
      claims += counts.claims[second];
      asked += counts.requests[second];
      held += counts.held[second];
      most = Math.max(most, counts.held[second]);
    }
    long left = server.position("seq/" + ScaleSetup.NAME) - result.ids();
    return new Figures(
        claims / (double) seconds,
        asked / (double) seconds,
        held / (double) seconds,
        most,
        counts.readings / (double) starts,
        counts.startedMs / 1_000.0,
        left / (double) starts);
  }

  private static String text(ScaleSetup setup, Figures seen) {
    StringBuilder text = new StringBuilder(setup.toString()).append('\n');
    row(text, "claims a second", seen.claims(), "formula", setup.claimsASecond());
    if (setup.kind() == ScaleSetup.Kind.SEQUENCE) {
      row(text, "numbers left unused by a process", seen.left(), "formula", setup.leftUnused());
      return text.toString();
    }
    String starts = setup.formulaOfStarts();
    row(text, "requests a second", seen.asked(), starts, setup.requestsASecond());
    row(text, "worker numbers held", seen.held(), "formula", setup.numbersHeld());
    row(text, "worker numbers held, the most", seen.mostHeld(), "", 0);
    row(
        text,
        "readings by a process's start",
        seen.readingsAStart(),
        starts,
        setup.readingsAStart());
    row(text, "seconds until all have a number", seen.startedSeconds(), "", 0);
    return text.toString();
  }

  /** Adds what was seen, and what a formula says if there is one. */
  private static void row(
      StringBuilder text, String what, double seen, String formula, double expected) {
    text.append(String.format(Locale.ROOT, "%-34s %10.1f", what, seen));
    if (!formula.isEmpty()) {
      text.append(String.format(Locale.ROOT, "   %s %10.1f", formula, expected));
    }
    text.append('\n');
  }

  /** Counts until processes are not killed any more. */
  private static final class Counts implements EngineWatch {
    private final ScaleSetup setup;
    private final NodeClock clock;
    private final int[] requests;
    private final int[] claims;
    private final int[] held;
    private final Map<String, Integer> heldUntil = new HashMap<>();
    private long readings;
    private long taken;
    private long startedMs;

    Counts(ScaleSetup setup, NodeClock clock) {
      this.setup = setup;
      this.clock = clock;
      this.requests = new int[setup.seconds()];
      this.claims = new int[setup.seconds()];
      this.held = new int[setup.seconds()];
    }

    private long nowMs() {
      return clock.millis() - World.START.toEpochMilli();
    }

    @Override
    public void asked(Call call) {
      int second = (int) (nowMs() / 1_000);
      if (second < setup.seconds()) {
        requests[second]++;
        readings += call == Call.POSITION ? 1 : 0;
      }
    }

    @Override
    public void wrote(Write write, OptionalLong next) {
      long nowMs = nowMs();
      String line = write.line();
      boolean counts = line.startsWith("worker/") || line.startsWith("seq/");
      if (next.isEmpty() || !counts || nowMs >= setup.seconds() * 1_000L) {
        return;
      }
      if (write instanceof Write.Claim) {
        claims[(int) (nowMs / 1_000)]++;
      }
      if (write instanceof Write.CompareAndSet && ++taken == setup.processes()) {
        startedMs = nowMs;
      }
      if (write instanceof Write.CompareAndSet || write instanceof Write.Claim) {
        holds(line, nowMs, endMs(next.getAsLong()));
      }
    }

    /** When the window ends that reaches to a position. */
    private long endMs(long position) {
      return position / ScaleSetup.LAYOUT.capacity()
          + ScaleSetup.LAYOUT.epoch().toEpochMilli()
          - World.START.toEpochMilli();
    }

    /** A line counts in each second at whose end it is held. */
    private void holds(String line, long nowMs, long endMs) {
      int from = Math.max((int) (nowMs / 1_000), heldUntil.getOrDefault(line, 0));
      int to = (int) Math.min(endMs / 1_000, setup.seconds());
      for (int second = from; second < to; second++) {
        held[second]++;
      }
      heldUntil.merge(line, Math.max(from, to), Math::max);
    }
  }
}
