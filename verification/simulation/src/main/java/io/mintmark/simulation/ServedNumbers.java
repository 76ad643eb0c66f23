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
 * Numbers of a sequence that the service of a server hands out by name, some as texts in a batch
 * and some one at a time. Now and then the service takes a configuration in which the sequence has
 * other segments: it closes the generator, with what is claimed and not handed out, and opens it
 * again, while calls are under way.
 *
 * @param numbers the sequence
 * @param seed draws its segments, and those that it has later
 */
record ServedNumbers(Numbers numbers, long seed) implements Subject {

  /** After so many calls, about, the service takes another configuration. */
  private static final int CALLS_A_CONFIGURATION = 200;

  @Override
  public String name() {
    return numbers.name();
  }

  @Override
  public Order order() {
    return numbers.order();
  }

  @Override
  public boolean survivesLoss() {
    return numbers.survivesLoss();
  }

  @Override
  public long holders() {
    return numbers.holders();
  }

  @Override
  public long idsPerSecond() {
    return numbers.idsPerSecond();
  }

  @Override
  public Subject rolled(SplittableRandom random) {
    return new ServedNumbers(numbers, random.nextLong());
  }

  @Override
  public Subject differing(SplittableRandom random) {
    return numbers.differing(random);
  }

  /** The service has no call that waits. */
  @Override
  public boolean canBeWaitedFor() {
    return false;
  }

  @Override
  public boolean isReopened() {
    return true;
  }

  @Override
  public Draw open(Node node, String own) {
    Service service = new Service(node, own);
    return new Draw(
        service::next,
        count -> {
          throw new UnsupportedOperationException("nobody waits for a service: name=" + own);
        },
        () -> service.openings);
  }

  @Override
  public String lineOf(long id) {
    return numbers.lineOf(id);
  }

  @Override
  public long positionOf(long id) {
    return numbers.positionOf(id);
  }

  @Override
  public String about() {
    return numbers.about() + ", which a server's service hands out";
  }

  /** A service with this generator alone. */
  private final class Service {
    private final Node node;
    private final String own;
    private final SplittableRandom random = new SplittableRandom(seed);
    private final IdService service;
    private boolean changing;

    /** Even from a change on, until it is over and a call has been answered that began after it. */
    private long openings;

    Service(Node node, String own) {
      this.node = node;
      this.own = own;
      StoreHealth health = new StoreHealth(node.mint().store(), node.clocks());
      this.service =
          new IdService(node.mint(), configuration(), health, node.background(), node.clocks());
    }

    private Config configuration() {
      long minimum = 1 + random.nextLong(50);
      Map<String, String> settings = new TreeMap<>(Map.of(
          "type", "sequence",
          "start", Long.toString(numbers.start()),
          "step", Long.toString(numbers.step()),
          "strict", Boolean.toString(numbers.strict())));
      if (!numbers.strict()) {
        settings.put("segment", minimum + ".." + minimum * 50);
        settings.put("segment-duration", 1 + random.nextInt(5_000) + "ms");
      }
      Configured sequence = Configured.read(settings, "the simulation", UnaryOperator.identity());
      return new Config(Optional.empty(), Map.of(own, sequence), List.of(), 0, Section.NONE);
    }

    CompletableFuture<long[]> next(int count) {
      if (random.nextInt(CALLS_A_CONFIGURATION) == 0 && !changing) {
        beginChange();
      }
      long then = changing ? -1 : openings;
      try {
        CompletableFuture<long[]> made = count > 1 || random.nextBoolean()
            ? service.nextAsync(own, count, KeyRequest.PLAIN).thenApply(Service::numbers)
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

    private static long[] numbers(List<String> texts) {
      long[] numbers = new long[texts.size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = Long.parseLong(texts.get(i));
      }
      return numbers;
    }
  }
}
