package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.Section;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SpecSpoiltException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.key.KeyRequest;
import io.mintmark.store.Line;
import io.mintmark.testkit.FaultyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generators that are made on one of two servers of a store. */
class GeneratorChangesTest {

  private static final Map<String, String> SEQUENCE = Map.of("type", "sequence");

  private final FaultyStore store = new FaultyStore();
  private final Mintmark hereMint = Mintmark.open(store);
  private final Mintmark thereMint = Mintmark.open(store);
  private final IdService here = service(hereMint);
  private final IdService there = service(thereMint);

  private static IdService service(Mintmark mint) {
    IdService service =
        new IdService(mint, new Config(Optional.empty(), Map.of(), List.of(), 0, Section.NONE));
    service.refreshStored();
    return service;
  }

  @AfterEach
  void close() {
    hereMint.close();
    thereMint.close();
    store.close();
  }

  private static String next(IdService service, String name) {
    return service.next(name, 1, KeyRequest.PLAIN).get(0);
  }

  private List<String> definitions() {
    return store.lines("spec/:def").stream().map(Line::name).toList();
  }

  @Test
  void put_onOneServer_isServedByTheOtherAndByOneThatStartsLater() {
    here.put("orders", Map.of("type", "sequence", "start", "1000", "strict", "true"));
    assertThat(next(here, "orders")).isEqualTo("1000");
    assertThatThrownBy(() -> next(there, "orders")).isInstanceOf(ProblemException.class);

    there.refreshStored();
    assertThat(next(there, "orders")).isEqualTo("1001");
    assertThat(there.source("orders")).isEqualTo("store");
    try (Mintmark later = Mintmark.open(store)) {
      assertThat(next(service(later), "orders")).isEqualTo("1002");
    }
  }

  @Test
  void put_again_changesNothingAndOtherFreeSettings_areTheNextVersion() {
    here.put("orders", SEQUENCE);
    here.put("orders", SEQUENCE);
    assertThat(definitions()).containsExactly("spec/:def1/orders");

    there.put("orders", Map.of("type", "sequence", "segment", "7..7", "description", "Größe"));
    here.refreshStored();

    assertThat(definitions()).containsExactly("spec/:def1/orders", "spec/:def2/orders");
    assertThat(here.describe("orders").description().facts()).containsValue("Größe");
    assertThat(next(here, "orders")).isNotEqualTo(next(there, "orders"));
  }

  /** A generator that is made anew would not know that the store went back. */
  @Test
  void put_ofANameThatFoundTheStoreRewoundBeforeItWasRemoved_isRefused() {
    here.put("orders", Map.of("type", "sequence", "strict", "true"));
    assertThat(next(here, "orders")).isEqualTo("1");
    assertThat(next(here, "orders")).isEqualTo("2");
    assertThat(store.lower("seq/orders", 2, 1)).isTrue();
    assertThatThrownBy(() -> next(here, "orders")).isInstanceOf(StoreRewoundException.class);

    here.remove("orders");
    assertThatThrownBy(() -> here.put("orders", Map.of("type", "sequence", "strict", "true")))
        .isInstanceOf(StoreRewoundException.class);
  }

  @Test
  void put_ofAFixedSetting_isRefusedWithWhatDiffersAndKeepsNothing() {
    here.put("users", Map.of("type", "snowflake"));

    assertThatThrownBy(() -> there.put("users", Map.of("type", "snowflake", "unit", "10ms")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("here='unitMs=10', there='unitMs=1'");
    assertThat(definitions()).containsExactly("spec/:def1/users");
    assertThat(next(there, "users")).isNotEqualTo(next(here, "users"));
  }

  @Test
  @Tag("long")
  void put_ofOneNameOnBothAtOnce_withOtherSettings_isOnesAndNoIdRepeats() throws Exception {
    for (int round = 0; round < 20; round++) {
      String name = "round-" + round;
      CyclicBarrier start = new CyclicBarrier(2);
      Set<String> ids = Collections.synchronizedSet(new HashSet<>());
      List<Throwable> refusals = Collections.synchronizedList(new ArrayList<>());
      List<Thread> servers = new ArrayList<>();
      for (IdService service : List.of(here, there)) {
        String step = service == here ? "2" : "3";
        Thread server = new Thread(() -> {
          Throwable refusal = catchThrowable(() -> {
            start.await();
            service.put(name, Map.of("type", "sequence", "step", step));
            for (int i = 0; i < 50; i++) {
              assertThat(ids.add(next(service, name))).isTrue();
            }
          });
          if (refusal != null) {
            refusals.add(refusal);
          }
        });
        server.start();
        servers.add(server);
      }
      for (Thread server : servers) {
        server.join();
      }

      // The second: between the other's fingerprint and its note.
      assertThat(refusals)
          .singleElement()
          .isInstanceOfAny(ConfigurationException.class, SpecSpoiltException.class);
      assertThat(ids).hasSize(50);
      here.refreshStored();
      there.refreshStored();
      assertThat(ids.add(next(here, name))).isTrue();
      assertThat(ids.add(next(there, name))).isTrue();
      assertThat(here.describe(name).description().facts().get("step"))
          .isEqualTo(there.describe(name).description().facts().get("step"));
    }
  }

  @Test
  void put_ofOneNameOnBothAtOnce_withTheSameFixedSettings_endsWithOneDefinition() throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Thread> servers = new ArrayList<>();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    for (IdService service : List.of(here, there)) {
      String segment = service == here ? "2..2" : "3..3";
      Thread server = new Thread(() -> {
        Throwable failure = catchThrowable(() -> {
          start.await();
          service.put("orders", Map.of("type", "sequence", "segment", segment));
        });
        if (failure != null) {
          failures.add(failure);
        }
      });
      server.start();
      servers.add(server);
    }
    for (Thread server : servers) {
      server.join();
    }
    here.refreshStored();
    there.refreshStored();

    assertThat(failures).isEmpty();
    assertThat(definitions()).hasSizeBetween(1, 2);
    assertThat(here.put("orders", SEQUENCE)).isEqualTo(there.put("orders", SEQUENCE));
    assertThat(next(here, "orders")).isNotEqualTo(next(there, "orders"));
  }

  @Test
  void put_whileTheStoreIsAway_servesNothing() {
    store.setDown(true);
    assertThatThrownBy(() -> here.put("orders", SEQUENCE))
        .isInstanceOf(StoreUnavailableException.class);
    store.setDown(false);

    assertThatThrownBy(() -> next(here, "orders")).isInstanceOf(ProblemException.class);
    here.put("orders", SEQUENCE);
    assertThat(next(here, "orders")).isEqualTo("1");
  }

  @Test
  void definition_withoutItsNote_doesNotCountAndIsMended() {
    here.put("orders", SEQUENCE);
    String text = "{\"segment\":\"5..5\",\"type\":\"sequence\"}";
    store.compareAndSet("spec/:def2/orders", 0, SpecLine.fingerprint(text));
    there.put("other", SEQUENCE);
    here.refreshStored();
    assertThat(here.describe("orders").description().facts()).doesNotContainValue("5..5");

    there.put("orders", Map.of("type", "sequence", "segment", "5..5"));
    assertThat(definitions()).doesNotContain("spec/:def3/orders");
    assertThat(store.line("spec/:def2/orders").orElseThrow().note()).isEqualTo(text);
  }

  /** Else whoever may make generators could find out which files a server has. */
  @Test
  void put_fileOfTheServer_isRefusedWithoutALookAtIt(@TempDir Path directory) throws IOException {
    Path key = Files.writeString(directory.resolve("key"), "00112233445566778899aabbccddeeff");
    List<String> answers = new ArrayList<>();
    for (String file : List.of(key.toString(), directory.toString(), "/nowhere/at/all")) {
      Map<String, String> opaque = Map.of("type", "sequence", "opaque-key-file", file);
      assertThatThrownBy(() -> here.put("orders", opaque))
          .isInstanceOfSatisfying(
              InvalidFormatException.class,
              e -> answers.add(e.faults().get(0).rule().replace(file, "FILE")));
    }
    assertThat(Set.copyOf(answers)).hasSize(1);
    assertThat(answers.get(0)).contains("only in its configuration file: opaque-key-file=FILE");
    assertThat(definitions()).isEmpty();
  }

  /** Who may write to the store is no administrator of the server. */
  @Test
  void definition_withAFileOfTheServer_isLeftOut(@TempDir Path directory) throws IOException {
    Path key = Files.writeString(directory.resolve("key"), "00112233445566778899aabbccddeeff");
    String text = "{\"opaque-key-file\":\"" + key + "\",\"type\":\"sequence\"}";
    store.compareAndSet("spec/:def1/hidden", 0, SpecLine.fingerprint(text));
    store.annotate("spec/:def1/hidden", text);
    here.put("orders", SEQUENCE);
    there.refreshStored();

    assertThatThrownBy(() -> next(there, "hidden")).isInstanceOf(ProblemException.class);
    assertThat(next(there, "orders")).isNotEmpty();
  }

  @Test
  void definition_thatThisVersionCannotRead_isLeftOutAndOthersAreServed() {
    String text = "{\"type\":\"sequence\",\"colour\":\"red\"}";
    store.compareAndSet("spec/:def1/future", 0, SpecLine.fingerprint(text));
    store.annotate("spec/:def1/future", text);
    here.put("orders", SEQUENCE);
    there.refreshStored();

    assertThat(next(there, "orders")).isNotEmpty();
    assertThatThrownBy(() -> next(there, "future")).isInstanceOf(ProblemException.class);
  }

  @Test
  void configuration_withTheSameName_goesBeforeTheStore() {
    here.put("orders", Map.of("type", "sequence", "description", "of the store"));
    Config own = Config.of(
        Map.of("generators.orders.type", "sequence", "generators.orders.description", "own"),
        key -> key);
    there.reconfigure(own);
    there.refreshStored();

    assertThat(there.source("orders")).isEqualTo("file");
    assertThat(there.describe("orders").description().facts()).containsEntry("description", "own");
    assertThatThrownBy(() -> there.put("orders", SEQUENCE))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("name=orders, place=generators.orders");
    assertThatThrownBy(() -> there.remove("orders")).isInstanceOf(ProblemException.class);
  }

  @Test
  void remove_forgetsTheNameOnBothAndKeepsItsLines() {
    here.put("orders", SEQUENCE);
    assertThat(next(here, "orders")).isEqualTo("1");
    there.refreshStored();
    there.remove("orders");
    here.refreshStored();

    assertThatThrownBy(() -> next(here, "orders")).hasMessageContaining("any more: name=orders");
    assertThatThrownBy(() -> there.remove("orders")).hasMessageContaining("keeps no generator");
    assertThatThrownBy(() -> here.put("orders", Map.of("type", "sequence", "step", "2")))
        .isInstanceOf(ConfigurationException.class);
    here.put("orders", SEQUENCE);
    assertThat(Long.parseLong(next(here, "orders"))).isGreaterThan(1);
  }

  /** The settings that were read first have lost the name to those that hold now. */
  @Test
  void call_whoseNameGetsOtherSettingsWhileItIsOpened_isServedWithThose(@TempDir Path directory) {
    here.reconfigure(autoCreating(directory, "5..5"));
    AtomicBoolean begun = new AtomicBoolean();
    List<String> within = new ArrayList<>();
    store.beforeDelivery(() -> {
      if (begun.compareAndSet(false, true)) {
        here.reconfigure(autoCreating(directory, "7..7"));
        within.add(next(here, "orders"));
      }
    });

    String outer = next(here, "orders");

    assertThat(within).containsExactly("1");
    assertThat(outer).isEqualTo("2");
    assertThat(store.position("seq/orders")).isEqualTo(7);
  }

  private static Config autoCreating(Path directory, String segment) {
    String text = "auto-create: {orders: {segment: " + segment + "}}\n";
    try {
      return Config.load(Files.writeString(directory.resolve("m.yaml"), text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
