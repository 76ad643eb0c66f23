package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyRequest;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.store.Line;
import io.mintmark.testkit.FaultyStore;
import io.mintmark.testkit.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a generator that cannot make an id is not ready, although the store takes claims. */
class GeneratorReadinessTest {

  private static final String ONE_WORKER =
      "  users: {type: snowflake, layout: 41/1/21, workers: 0..0, window: 1h}\n";

  private final MemoryStore store = new MemoryStore();
  private final Mintmark mint =
      Mintmark.builder().store(store).claimTimeout(Duration.ofMillis(500)).open();
  private final Mintmark other = Mintmark.open(store);

  @TempDir
  private Path directory;

  @AfterEach
  void close() {
    mint.close();
    other.close();
    store.close();
  }

  private IdService serve(Mintmark with, String generators) throws IOException {
    Path file = directory.resolve("m.yaml");
    return new IdService(with, Config.load(Files.writeString(file, "generators:\n" + generators)));
  }

  private static Optional<Problem.Kind> problem(IdService service) {
    return service.readiness().problem().map(Problem::kind);
  }

  @Test
  void readiness_workerNumbersAllHeldWithoutCalls_isNoIdleWorker() throws IOException {
    Drawn.next(serve(other, ONE_WORKER), "users", 1, KeyRequest.PLAIN);
    IdService service = serve(mint, ONE_WORKER);

    service.checkStore();

    assertThat(problem(service)).contains(Problem.Kind.NO_IDLE_WORKER);
    assertThat(service.readiness().generators())
        .singleElement()
        .satisfies(each -> assertThat(each.reason().orElseThrow())
            .contains("further ahead of the clock than a process may claim", "worker/users/*"));
    assertThat(service.readiness().unnamed().problem().orElseThrow().detail())
        .doesNotContain("users");
    assertThat(service.isReady("users")).isFalse();
    assertThat(service.hasStarted()).isTrue();
  }

  @Test
  void readiness_callFindsNoIdleWorker_isNotReadyAtOnce() throws IOException {
    Drawn.next(serve(other, ONE_WORKER), "users", 1, KeyRequest.PLAIN);
    IdService service = serve(mint, ONE_WORKER);
    assertThat(problem(service)).isEmpty();

    assertThatThrownBy(() -> Drawn.next(service, "users", 1, KeyRequest.PLAIN))
        .isInstanceOf(NoIdleWorkerException.class);

    assertThat(problem(service)).contains(Problem.Kind.NO_IDLE_WORKER);
  }

  @Test
  void readiness_firstUseOfALossyEngine_showsTheWait() throws IOException {
    ManualTime time = new ManualTime(Instant.now());
    FaultyStore lossy = new FaultyStore(() -> new MemoryStore(time.wall()));
    lossy.setCanLoseAcknowledgedWrites(true);
    lossy.forgetAll();
    try (Mintmark onLossy = Mintmark.open(lossy)) {
      IdService service = serve(onLossy, "  users: {type: snowflake}\n");

      service.checkStore();
      assertThat(service.readiness().problem().orElseThrow().detail())
          .contains("worker numbers can be taken in 15 s");

      time.advance(Duration.ofSeconds(16));
      service.checkStore();
      assertThat(problem(service)).isEmpty();
    }
  }

  @Test
  void readiness_sequenceExhausted_isExhausted() throws IOException {
    String two = "  orders: {type: sequence, maximum: 2, segment: 1..1}\n";
    assertThat(Drawn.next(serve(other, two), "orders", 2, KeyRequest.PLAIN))
        .containsExactly("1", "2");
    IdService service = serve(mint, two);

    service.checkStore();

    assertThat(problem(service)).contains(Problem.Kind.EXHAUSTED);
    assertThatThrownBy(() -> Drawn.next(service, "orders", 1, KeyRequest.PLAIN))
        .isInstanceOf(ExhaustedException.class);
    assertThat(problem(service)).contains(Problem.Kind.EXHAUSTED);
  }

  @Test
  void readiness_lastNumberTakenHere_isExhausted() throws IOException {
    IdService service = serve(mint, "  orders: {type: sequence, maximum: 2, strict: true}\n");
    List<String> unused = Drawn.next(service, "orders", 2, KeyRequest.PLAIN);

    service.checkStore();

    assertThat(problem(service)).contains(Problem.Kind.EXHAUSTED);
  }

  /** A call for more ids than are left fails, and does not affect readiness. */
  @Test
  void readiness_oneCallExceedsTheRest_staysReady() throws IOException {
    IdService service = serve(mint, "  orders: {type: sequence, maximum: 2, strict: true}\n");

    assertThatThrownBy(() -> Drawn.next(service, "orders", 3, KeyRequest.PLAIN))
        .isInstanceOf(ExhaustedException.class);
    service.checkStore();

    assertThat(problem(service)).isEmpty();
    assertThat(Drawn.next(service, "orders", 2, KeyRequest.PLAIN)).containsExactly("1", "2");
  }

  @Test
  void checkStore_idleGenerators_claimsNothing() throws IOException {
    IdService service = serve(mint, """
          users: {type: snowflake}
          orders: {type: sequence}
          invoices: {type: sequence, strict: true}
          parcels: {type: key, format: "{time:yyMMdd}{seq:4}", zone: UTC}
          tenants: {type: key, format: "{var:tenant:4}{time:yyDDD}{seq:4}", zone: UTC}
          routed: {type: key, format: "{db:1}{table:1}{seq:6}", shards: {databases: 2}}
          ids: {type: objectid}
        """);

    Map<String, Long> before = positions();
    service.checkStore();
    service.checkStore();

    assertThat(problem(service)).isEmpty();
    assertThat(positions()).isEqualTo(before);
    assertThat(Drawn.next(service, "orders", 1, KeyRequest.PLAIN)).containsExactly("1");
    assertThat(Drawn.next(service, "invoices", 1, KeyRequest.PLAIN)).containsExactly("1");
  }

  /**
   * Returns the positions of all lines, except the line on which every check of the store claims.
   */
  private Map<String, Long> positions() {
    return store.lines("").stream()
        .filter(line -> !line.name().equals("mintmark/gate"))
        .collect(Collectors.toMap(Line::name, Line::next));
  }

  @Test
  void readiness_workerNumberIdleAgain_isReadyAndLogged() throws IOException {
    try (CapturedLog log = new CapturedLog(NamedGenerator.class)) {
      assertThat(store.compareAndSet("worker/users/0", 0, Long.MAX_VALUE >> 2)).isTrue();
      IdService service = serve(mint, ONE_WORKER);
      service.checkStore();
      service.checkStore();
      assertThat(problem(service)).contains(Problem.Kind.NO_IDLE_WORKER);

      assertThat(store.lower("worker/users/0", Long.MAX_VALUE >> 2, 1)).isTrue();
      service.checkStore();

      assertThat(problem(service)).isEmpty();
      assertThat(log.messages()).hasSize(2);
      assertThat(log.messages().get(0))
          .startsWith("a generator cannot make an id: name=users: every worker number's line");
      assertThat(log.messages().get(1))
          .matches("a generator makes ids again: name=users, failedForMs=\\d+");
    }
  }

  @Test
  void readiness_clockBackOnAnIdleGenerator_isNotReadyUntilItCatchesUp() throws IOException {
    ManualTime time = new ManualTime(Instant.parse("2026-11-22T08:00:00Z"));
    try (Mintmark manual = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .open()) {
      IdService service = serve(
          manual, "  users: {type: snowflake, on-clock-behind: refuse, clock-tolerance: 1ms}\n");
      List<String> first = Drawn.next(service, "users", 1, KeyRequest.PLAIN);
      time.stepWall(Duration.ofMinutes(-1));
      service.checkStore();
      assertThat(problem(service)).isPresent();

      time.stepWall(Duration.ofMinutes(2));
      service.checkStore();
      assertThat(problem(service)).isEmpty();
      assertThat(Drawn.next(service, "users", 1, KeyRequest.PLAIN))
          .doesNotContainAnyElementsOf(first);
    }
  }

  @Test
  void readiness_clockBehind_isReadyOnceItCatchesUp() throws IOException {
    ManualTime time = new ManualTime(Instant.parse("2026-11-22T08:00:00Z"));
    try (Mintmark manual = Surroundings.SYSTEM
        .clocks(time.wall(), time.elapsed())
        .background(Runnable::run)
        .of(Mintmark.builder())
        .store(store)
        .open()) {
      IdService service = serve(
          manual, "  users: {type: snowflake, on-clock-behind: refuse, clock-tolerance: 1ms}\n");
      List<String> first = Drawn.next(service, "users", 1, KeyRequest.PLAIN);
      time.stepWall(Duration.ofMinutes(-1));
      assertThatThrownBy(() -> Drawn.next(service, "users", 1, KeyRequest.PLAIN))
          .isInstanceOf(ClockBehindException.class);
      assertThat(problem(service)).contains(Problem.Kind.CLOCK);
      service.checkStore();
      assertThat(problem(service)).contains(Problem.Kind.CLOCK);

      time.stepWall(Duration.ofMinutes(1));
      service.checkStore();

      assertThat(problem(service)).isEmpty();
      assertThat(Drawn.next(service, "users", 1, KeyRequest.PLAIN)).isNotEqualTo(first);
    }
  }
}
