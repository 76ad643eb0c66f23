package io.mintmark.objectid;

import io.mintmark.concurrency.Duel;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Threads that make ObjectIds while the generator changes its second or its random value. */
public final class ObjectIdDuels {

  private static final Instant START = Instant.EPOCH.plus(Duration.ofHours(1));

  /** Within one second, the ids of one thread may be on both sides of the counter's wrap-around. */
  private static final Comparator<ObjectId> BY_SECOND = Comparator.comparing(ObjectId::time);

  /** A supplier for each duel, which makes a new duel for each race. */
  public static final List<Supplier<Duel<ObjectId>>> ALL = List.of(
      () -> duel("the counter ends", BY_SECOND, generator -> {}),
      () -> duel("the next second", BY_SECOND, each -> each.tickAt(START.plusSeconds(1))),
      // The step back begins another era, with another random value. Later ids have an older
      // second.
      () -> duel(
          "the clock steps back", (unusedA, unusedB) -> 0, each -> each.stepBackTo(Instant.EPOCH)));

  private ObjectIdDuels() {}

  private static Duel<ObjectId> duel(
      String name, Comparator<ObjectId> order, Consumer<FastGenerator> meanwhile) {
    FastGenerator generator = new FastGenerator(START);
    Supplier<List<ObjectId>> two = () -> List.of(generator.next(), generator.next());
    return new Duel<>(
        name,
        two,
        () -> {
          meanwhile.accept(generator);
          return two.get();
        },
        order,
        id -> true);
  }
}
