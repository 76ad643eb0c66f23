package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.key.KeyRequest;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.testkit.FaultyStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a new configuration of a running server adds generators, and changes no existing
 * generator.
 */
class IdServiceTest {

  private static final String FIRST = """
      auto-create: {"auto*": {segment: 5..5}}
      generators:
        orders: {type: sequence, segment: 5..5}
        users: {type: sequence}
      """;

  @TempDir
  private Path directory;

  private final FaultyStore store = new FaultyStore();
  private final Mintmark mint = Mintmark.open(store);
  private IdService service = new IdService(mint, Config.standard());

  @BeforeEach
  void start() throws IOException {
    service = new IdService(mint, config(FIRST));
  }

  @AfterEach
  void close() {
    mint.close();
    store.close();
  }

  private Config config(String yaml) throws IOException {
    return Config.load(Files.writeString(directory.resolve("mintmark.yaml"), yaml));
  }

  private String next(String name) {
    return Drawn.next(service, name, 1, KeyRequest.PLAIN).get(0);
  }

  @Test
  void next_noThreadToOpenTheName_isRefusedAndLaterServed() throws IOException {
    AtomicBoolean lacksThreads = new AtomicBoolean(true);
    Executor opener = task -> {
      if (lacksThreads.get()) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      task.run();
    };
    service = new IdService(
        mint,
        config(FIRST),
        new StoreHealth(MintmarkAccess.storeOf(mint), ServiceClocks.system()),
        opener,
        ServiceClocks.system());

    assertThatThrownBy(() -> next("auto1"))
        .isInstanceOfSatisfying(ProblemException.class, e -> {
          assertThat(e.kind()).isEqualTo(Problem.Kind.OVERLOADED);
          assertThat(Problem.of(e).retryAfterSeconds()).isEqualTo(1);
        })
        .hasMessage("too many names are waiting to be opened, or no thread is left: name=auto1;"
            + " no id issued");

    lacksThreads.set(false);
    assertThat(next("auto1")).isEqualTo("1");
  }

  @Test
  void reconfigure_newName_isServedWithTheOthers() throws IOException {
    assertThat(next("orders")).isEqualTo("1");
    assertThatThrownBy(() -> next("parcels")).isInstanceOf(ProblemException.class);
    try (CapturedLog log = new CapturedLog(IdService.class)) {
      service.reconfigure(config(FIRST + "  parcels: {type: sequence, start: 7}\n"));

      assertThat(service.configured()).containsOnly("orders", "users", "parcels");
      assertThat(log.messages()).isEmpty();
    }
    assertThat(next("parcels")).isEqualTo("7");
    assertThat(service.source("parcels")).isEqualTo("file");
    assertThat(next("orders")).isEqualTo("2");
  }

  @Test
  void reconfigure_changedAndRemovedNames_areKeptAndLogged() throws IOException {
    assertThat(next("orders")).isEqualTo("1");
    assertThat(next("users")).isEqualTo("1");
    try (CapturedLog log = new CapturedLog(IdService.class)) {
      service.reconfigure(config("""
          auto-create: {"auto*": {segment: 5..5}}
          generators:
            orders: {type: sequence, segment: 9..9, step: 3}
            parcels: {type: sequence}
          """));

      assertThat(log.messages())
          .singleElement()
          .asString()
          .contains("changed=[orders, users]")
          .contains("restart one server after another");
    }
    assertThat(next("orders")).isEqualTo("2");
    assertThat(next("users")).isEqualTo("2");
    assertThat(next("parcels")).isEqualTo("1");
  }

  @Test
  void reconfigure_otherAutoCreate_isLogged() throws IOException {
    try (CapturedLog log = new CapturedLog(IdService.class)) {
      service.reconfigure(config(FIRST + "max-auto-created: 7\n"));

      assertThat(log.messages()).singleElement().asString().contains("changed=[auto-create]");
    }
    assertThat(service.maxAutoCreated()).isNotEqualTo(7);
  }

  @Test
  void reconfigure_newNameWithOtherSettingsInTheStore_addsNothing() throws IOException {
    try (Mintmark other = Mintmark.open(store)) {
      other.sequence("parcels", sequence -> sequence.step(3)).next();
    }
    Config faulty = config(FIRST + "  good: {type: sequence}\n  parcels: {type: sequence}\n");

    assertThatThrownBy(() -> service.reconfigure(faulty))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("parcels");
    assertThatThrownBy(() -> next("good")).isInstanceOf(ProblemException.class);
  }

  @Test
  void reconfigure_storeDown_addsNothing() throws IOException {
    Config more = config(FIRST + "  parcels: {type: sequence}\n");
    store.setDown(true);
    assertThatThrownBy(() -> service.reconfigure(more))
        .isInstanceOf(StoreUnavailableException.class);
    store.setDown(false);

    assertThatThrownBy(() -> next("parcels")).isInstanceOf(ProblemException.class);
    service.reconfigure(more);
    assertThat(next("parcels")).isEqualTo("1");
  }

  @Test
  void reconfigure_autoCreatedName_isConfiguredAndContinues() throws IOException {
    assertThat(next("auto-1")).isEqualTo("1");
    assertThat(service.autoCreatedNames()).isEqualTo(1);
    service.reconfigure(config(FIRST + "  auto-1: {type: sequence, segment: 5..5}\n"));

    assertThat(service.source("auto-1")).isEqualTo("file");
    assertThat(service.autoCreatedNames()).isZero();
    assertThat(next("auto-1")).isEqualTo("2");
  }

  @Test
  void reconfigure_autoCreatedNameWithOtherSettings_throws() throws IOException {
    assertThat(next("auto-1")).isEqualTo("1");
    Config other = config(FIRST + "  auto-1: {type: sequence, step: 2}\n");

    assertThatThrownBy(() -> service.reconfigure(other)).isInstanceOf(ConfigurationException.class);
    assertThat(next("auto-1")).isEqualTo("2");
  }
}
