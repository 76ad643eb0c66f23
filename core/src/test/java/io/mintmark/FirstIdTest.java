package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.store.Line;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Counts the sequential round trips to the store before a generator's first id. */
class FirstIdTest {

  private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
  private final MemoryStore engine = new MemoryStore(time.wall());

  /**
   * Records each round trip. Lines of worker numbers are recorded without the number. Calls that
   * begin before any of them is awaited form one round trip.
   */
  private static final class Listing extends ForwardingStore {
    private final List<String> trips = new ArrayList<>();
    private final List<String> begun = new ArrayList<>();
    private final List<Runnable> unsent = new ArrayList<>();
    private final boolean clock;

    Listing(LineStore store, boolean clock) {
      super(store);
      this.clock = clock;
    }

    private static String call(String call, String line) {
      return call + " " + line.replaceAll("/[0-9]+$", "/W");
    }

    private synchronized <T> Supplier<T> begin(String call, Supplier<T> work) {
      List<T> answer = new ArrayList<>();
      begun.add(call);
      unsent.add(() -> answer.add(work.get()));
      return () -> {
        synchronized (this) {
          if (answer.isEmpty()) {
            trips.add(String.join(", ", begun));
            begun.clear();
            unsent.forEach(Runnable::run);
            unsent.clear();
          }
          return answer.get(0);
        }
      };
    }

    @Override
    public long claim(String line, long atLeast, long count) {
      return beginClaim(line, atLeast, count).getAsLong();
    }

    @Override
    public LongSupplier beginClaim(String line, long atLeast, long count) {
      return begin(call("claim", line), () -> super.claim(line, atLeast, count))::get;
    }

    @Override
    public boolean compareAndSet(String line, long expected, long next) {
      return beginCompareAndSet(line, expected, next).getAsBoolean();
    }

    @Override
    public BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
      return begin(call("set", line), () -> super.compareAndSet(line, expected, next))::get;
    }

    @Override
    public long position(String line) {
      return begin(call("next", line), () -> super.position(line)).get();
    }

    @Override
    public LinePositions positions(List<String> lines) {
      List<String> names =
          lines.stream().map(line -> call("next", line)).distinct().toList();
      return begin(String.join(", ", names), () -> {
            List<Long> next = lines.stream().map(super::position).toList();
            return new LinePositions(next, clock ? super.now() : Optional.empty());
          })
          .get();
    }

    @Override
    public List<Boolean> create(List<Line> lines) {
      String names =
          lines.stream().map(line -> call("create", line.name())).collect(Collectors.joining(", "));
      return begin(names, () -> store().create(lines)).get();
    }

    @Override
    public Optional<Instant> now() {
      return clock ? begin("now", super::now).get() : Optional.empty();
    }
  }

  /** Returns the round trips for the first id of a process. */
  private List<String> open(boolean clock, String name) {
    Listing listing = new Listing(engine, clock);
    try (Mintmark mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .seed(7)
        .of(Mintmark.builder())
        .store(listing)
        .open()) {
      assertThat(mint.snowflake(name).next()).isPositive();
    }
    time.advance(Duration.ofMinutes(1));
    return listing.trips;
  }

  private static final String READ =
      "next spec/users, next spec/worker/users, next spec/:id/users, next worker/users/W,"
          + " next worker/users/-";
  private static final String DECLARE =
      "create spec/:id/users, create spec/worker/users, create spec/users";
  private static final String TAKE = "set worker/users/W";
  private static final String PASS = "claim " + StoreLines.GATE;

  @Test
  void snowflake_usedStore_twoRoundTrips() {
    open(true, "users");
    for (int process = 0; process < 3; process++) {
      assertThat(open(true, "users")).containsExactly(READ, TAKE + ", " + PASS);
    }
  }

  @Test
  void snowflake_freshStore_fourRoundTrips() {
    for (boolean clock : new boolean[] {false, true}) {
      String name = clock ? "users" : "orders";
      assertThat(open(clock, name))
          .map(trip -> trip.replace(name, "users"))
          .containsExactly(READ, DECLARE, TAKE, PASS);
    }
    assertThat(engine.lines("spec/")).allSatisfy(line -> assertThat(line.note()).isNotEmpty());
  }

  /** All numbers in use are held by other processes, so the line of a new number is created. */
  @Test
  void snowflake_usedNumbersAllHeld_threeRoundTrips() {
    try (Mintmark other = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .of(Mintmark.builder())
        .store(engine)
        .open()) {
      assertThat(other.snowflake("users").next()).isPositive();
      assertThat(open(true, "users")).containsExactly(READ, TAKE, PASS);
    }
  }

  @Test
  void snowflake_firstIdLongAfterOpening_readsTheLineAgain() {
    open(true, "users");
    Listing listing = new Listing(engine, true);
    try (Mintmark mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .of(Mintmark.builder())
        .store(listing)
        .open()) {
      var users = mint.snowflake("users");
      time.advance(Duration.ofMillis(1_001));
      assertThat(users.next()).isPositive();
    }
    assertThat(listing.trips)
        .containsExactly(READ, "next worker/users/W, next worker/users/-", TAKE + ", " + PASS);
  }

  /** The process agrees on the settings of the scope before it registers its own name. */
  @Test
  void snowflake_scopeOfAnotherName_isWrittenBeforeTheName() {
    Listing listing = new Listing(engine, true);
    try (Mintmark mint = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .of(Mintmark.builder())
        .store(listing)
        .open()) {
      assertThat(mint.snowflake("orders", s -> s.workerPool("users")).next()).isPositive();
    }
    assertThat(listing.trips.subList(1, listing.trips.size()))
        .containsExactly(
            "create spec/:id/users, create spec/worker/users", "create spec/orders", TAKE, PASS);
  }
}
