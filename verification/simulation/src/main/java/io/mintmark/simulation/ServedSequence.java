package io.mintmark.simulation;

import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.config.Section;
import io.mintmark.error.MintmarkException;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdService;
import io.mintmark.service.StoreHealth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * A server's service with one sequence, whose numbers it hands out by name, some as texts in a
 * batch and some one at a time. Now and then the service takes a configuration in which the
 * sequence has other segments: it closes the generator, with what is claimed and not handed out,
 * and opens it again, while calls are under way.
 */
final class ServedSequence {

  /** After about so many calls the service takes another configuration. */
  private static final int CALLS_A_CONFIGURATION = 200;

  private final Node node;
  private final String own;
  private final SequenceSubject subject;
  private final SplittableRandom random;
  private final IdService service;
  private boolean changing;

  /** Even from a change on, until it is over and a call has been answered that began after it. */
  private long openings;

  ServedSequence(Node node, String own, SequenceSubject subject, long seed) {
    this.node = node;
    this.own = own;
    this.subject = subject;
    this.random = new SplittableRandom(seed);
    StoreHealth health = new StoreHealth(node.mint.store(), node.clocks());
    this.service =
        new IdService(node.mint, configuration(), health, node.background(), node.clocks());
  }

  /** The service has no call that waits. */
  Subject.Draw draw() {
    return new Subject.Draw(this::next, null, () -> openings);
  }

  private Config configuration() {
    long minimum = 1 + random.nextLong(50);
    Map<String, String> settings = new TreeMap<>(Map.of(
        "type", "sequence",
        "start", Long.toString(subject.range.start()),
        "step", Long.toString(subject.range.step()),
        "strict", Boolean.toString(subject.strict())));
    if (!subject.strict()) {
      settings.put("segment", minimum + ".." + minimum * 50);
      settings.put("segment-duration", 1 + random.nextInt(5_000) + "ms");
    }
    Configured sequence = Configured.read(settings, "the simulation", UnaryOperator.identity());
    return new Config(Optional.empty(), Map.of(own, sequence), List.of(), 0, Section.NONE);
  }

  private CompletableFuture<long[]> next(int count) {
    if (random.nextInt(CALLS_A_CONFIGURATION) == 0 && !changing) {
      beginChange();
    }
    long then = changing ? -1 : openings;
    try {
      CompletableFuture<long[]> made = count > 1 || random.nextBoolean()
          ? service
              .nextAsync(own, count, KeyRequest.PLAIN)
              .thenApply(texts -> Subject.Draw.ids(texts, Long::parseLong))
          : service.incrementAsync(own, 1).thenApply(number -> new long[] {number});
      return made.thenApply(numbers -> answered(then, numbers));
    } catch (MintmarkException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private long[] answered(long then, long[] numbers) {
    if (then == openings && openings % 2 == 0) {
      openings++;
    }
    return numbers;
  }

  private void beginChange() {
    try {
      changing = true;
      openings += 2 - openings % 2;
      node.background().execute(this::change);
    } catch (OutOfMemoryError e) {
      changing = false;
    }
  }

  /** A configuration that cannot be taken changes nothing. */
  private void change() {
    try {
      service.reconfigure(configuration());
    } catch (MintmarkException | OutOfMemoryError e) {
      // The next one may be.
    } finally {
      changing = false;
    }
  }
}
