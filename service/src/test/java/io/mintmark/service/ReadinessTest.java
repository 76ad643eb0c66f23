package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.key.KeyRequest;
import io.mintmark.testkit.FaultyStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadinessTest {

  private final FaultyStore store = new FaultyStore();
  private final Mintmark mint = Mintmark.open(store);
  private IdService service;

  @BeforeEach
  void open(@TempDir Path directory) throws IOException {
    service = new IdService(mint, Config.load(Files.writeString(directory.resolve("m.yaml"), """
        generators:
          ids: {type: objectid}
          users: {type: snowflake, window: 1h}
          orders: {type: sequence, segment: 100..100}
        auto-create:
          "*": {segment: 100..100}
        """)));
  }

  @AfterEach
  void close() {
    mint.close();
    store.close();
  }

  private void lookAt(int seconds) {
    service.sweep(TimeUnit.SECONDS.toNanos(seconds), Duration.ofHours(1));
  }

  @Test
  void readiness_storeAvailable_hasNoProblem() {
    Readiness readiness = service.readiness();

    assertThat(readiness.problem()).isEmpty();
    assertThat(readiness.since()).isEmpty();
  }

  @Test
  void readiness_storeDown_showsReasonAndTimeUntilRecovery() {
    store.setDown(true);
    Instant before = Instant.now();
    service.checkStore();
    Readiness first = service.readiness();
    Readiness second = service.readiness();

    assertThat(first.problem()).map(Problem::kind).contains(Problem.Kind.STORE_UNAVAILABLE);
    assertThat(first.since().orElseThrow()).isBetween(before, Instant.now());
    assertThat(second.since()).isEqualTo(first.since());

    store.setDown(false);
    service.checkStore();
    assertThat(service.readiness().problem()).isEmpty();
    assertThat(service.readiness().since()).isEmpty();
  }

  @Test
  void hasStarted_storeDownFromTheStart_trueOnceReady() {
    store.setDown(true);
    service.checkStore();
    assertThat(service.hasStarted()).isFalse();
    assertThat(service.readiness().storeFault().orElseThrow()).contains("as the test requested");

    store.setDown(false);
    service.checkStore();
    store.setDown(true);
    service.checkStore();
    assertThat(service.readiness().problem()).isPresent();
    assertThat(service.hasStarted()).isTrue();
  }

  @Test
  void readiness_eachConfiguredGenerator_isShown() {
    assertThat(service.readiness().generators())
        .extracting(GeneratorReadiness::name)
        .containsExactly("ids", "users", "orders");
    assertThat(service.readiness().generators())
        .allSatisfy(each -> assertThat(each.reason()).isEmpty());
    assertThat(service.readiness().unnamed().generators()).isEmpty();
    assertThat(service.readiness().seen("users"::equals).generators()).hasSize(1);
  }

  /** Otherwise each probe would count as a failed request. */
  @Test
  void readiness_readRepeatedly_countsNoProblem() {
    store.setDown(true);
    service.checkStore();
    long before = Problem.Kind.STORE_UNAVAILABLE.reported();

    for (int i = 0; i < 5; i++) {
      assertThat(service.readiness().problem()).isPresent();
    }

    assertThat(Problem.Kind.STORE_UNAVAILABLE.reported()).isEqualTo(before);
  }

  @Test
  void readiness_idsMadeRecently_showsHowLongTheRestLasts() {
    lookAt(0);
    Drawn.next(service, "orders", 20, KeyRequest.PLAIN);
    lookAt(10);

    assertThat(runways())
        .contains(new RemainingIds("orders", 80, Optional.of(Duration.ofSeconds(40))));
  }

  @Test
  void readiness_noIdsMadeRecently_lastsUnlessItLapses() {
    Drawn.next(service, "orders", 20, KeyRequest.PLAIN);
    Drawn.next(service, "users", 1, KeyRequest.PLAIN);
    lookAt(0);
    lookAt(10);

    assertThat(runways()).extracting(RemainingIds::name).containsExactly("users", "orders");
    assertThat(runways().get(0).lasts().orElseThrow())
        .isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
    assertThat(runways().get(1)).isEqualTo(new RemainingIds("orders", 80, Optional.empty()));
  }

  @Test
  void readiness_manyAutoCreated_showsTheFirstToRunOut() {
    lookAt(0);
    for (int i = 1; i <= 20; i++) {
      Drawn.next(service, "auto" + i, i, KeyRequest.PLAIN);
    }
    lookAt(10);
    for (int i = 1; i <= 20; i++) {
      Drawn.next(service, "auto" + i, i, KeyRequest.PLAIN);
    }
    lookAt(20);

    assertThat(runways())
        .hasSize(3)
        .endsWith(new RemainingIds("auto20", 60, Optional.of(Duration.ofSeconds(30))));
  }

  private List<RemainingIds> runways() {
    return service.readiness().generators().stream()
        .flatMap(each -> each.status().supply().stream()
            .map(supply ->
                new RemainingIds(each.name(), supply.left(), each.status().lasts())))
        .toList();
  }

  private record RemainingIds(String name, long left, Optional<Duration> lasts) {}
}
