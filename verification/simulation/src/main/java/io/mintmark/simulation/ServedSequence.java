package io.mintmark.simulation;

import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.Section;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdService;
import io.mintmark.service.StoreHealth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * A server's service with one sequence. It hands out the numbers by name, some as texts in a batch
 * and some one at a time.
 */
final class ServedSequence {

  private final String own;
  private final SequenceSubject subject;
  private final SplittableRandom random;
  private final IdService service;

  /** 0 until the first call has been answered, then 1. */
  private long openings;

  ServedSequence(Node node, String own, SequenceSubject subject, long seed) {
    this.own = own;
    this.subject = subject;
    this.random = new SplittableRandom(seed);
    StoreHealth health = new StoreHealth(MintmarkAccess.storeOf(node.mint), node.clocks());
    this.service =
        new IdService(node.mint, configuration(), health, node.background(), node.clocks());
  }

  /** Returns how to request numbers. The service has no call that waits. */
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
    Configured sequence = new Configured(GeneratorSettings.of(settings, key -> key), Set.of(), own);
    return new Config(Optional.empty(), Map.of(own, sequence), List.of(), 0, Section.NONE);
  }

  private CompletableFuture<long[]> next(int count) {
    try {
      CompletableFuture<long[]> made = count > 1 || random.nextBoolean()
          ? service
              .nextAsync(own, count, KeyRequest.PLAIN)
              .thenApply(texts -> Subject.Draw.ids(texts, Long::parseLong))
          : service.incrementAsync(own, 1).thenApply(number -> new long[] {number});
      return made.thenApply(numbers -> answered(numbers));
    } catch (MintmarkException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private long[] answered(long[] numbers) {
    openings = 1;
    return numbers;
  }
}
