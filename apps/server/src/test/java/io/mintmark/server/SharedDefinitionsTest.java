package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Generators that are made over HTTP on one of two servers that share an engine. */
@Tag("long")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedDefinitionsTest {

  private static final int ROUNDS = 30;
  private static final int DRAWN = 20;

  /** Of one name; their fixed settings differ. */
  private static final List<String> DEFINITIONS = List.of(
      "{\"type\":\"sequence\",\"step\":2}",
      "{\"type\":\"sequence\",\"cycle\":\"1..9000\"}",
      "{\"type\":\"key\",\"format\":\"R{seq:6}\"}",
      "{\"type\":\"snowflake\"}");

  @TempDir
  private Path directory;

  private Server server(SharedEngine kind, EngineProcess engine, String name) throws IOException {
    Path file = Files.writeString(
        directory.resolve(name + ".yaml"), "generators: {}\nserver: {idle-after: 1s}\n");
    return MemoryServer.builder()
        .config(Config.load(file))
        .store(kind.url(engine.port()))
        .dataDirectory(directory.resolve(name))
        .init(true)
        .start();
  }

  private static HttpResponse<String> put(Server server, String name, String body) {
    return Web.sendBody(server, "PUT", "/v1/generators/" + name, body, "application/json");
  }

  private static HttpResponse<String> next(Server server, String name) {
    return Web.send(server, "POST", "/v1/generators/" + name + "/next");
  }

  private static String id(Server server, String name) {
    return Web.list(Web.json(next(server, name)), "ids").get(0).toString();
  }

  /** What a definition says; the other facts are about what a server has in hand. */
  private static List<String> settings(Server server, String name) {
    Map<?, ?> described = Web.json(Web.send(server, "GET", "/v1/generators/" + name));
    Map<?, ?> facts = (Map<?, ?>) Web.field(described, "facts");
    return Stream.of("description", "step", "last", "format")
        .map(fact -> fact + "=" + facts.get(fact))
        .toList();
  }

  private static void awaitStatus(Server server, String name, int status) {
    Await.until(name + " answers " + status, () -> next(server, name).statusCode() == status);
  }

  @ParameterizedTest
  @EnumSource
  void put_onOneServer_isTheSameOnTheOtherAndOnOneThatStartsLater(SharedEngine kind)
      throws Exception {
    try (EngineProcess engine = kind.start(directory);
        Server here = server(kind, engine, "here");
        Server there = server(kind, engine, "there")) {
      String strict = "{\"type\":\"sequence\",\"strict\":true}";
      assertThat(put(here, "a%2Fb", strict).statusCode()).isEqualTo(200);
      assertThat(id(here, "a%2Fb")).isEqualTo("1");
      awaitStatus(there, "a%2Fb", 200);
      assertThat(id(there, "a%2Fb")).isEqualTo("3");

      String described = strict.replace("}", ",\"description\":\"Größe\"}");
      assertThat(put(there, "a%2Fb", described).statusCode()).isEqualTo(200);
      try (Server later = server(kind, engine, "later")) {
        assertThat(id(later, "a%2Fb")).isEqualTo("4");
        assertThat(settings(later, "a%2Fb").toString()).contains("Größe");
      }
      Await.until("it is described", () -> settings(here, "a%2Fb").toString().contains("Größe"));
      assertThat(id(here, "a%2Fb")).isEqualTo("5");

      assertThat(Web.send(here, "DELETE", "/v1/generators/a%2Fb").statusCode()).isEqualTo(200);
      awaitStatus(there, "a%2Fb", 404);
    }
  }

  /** Why two ids cannot meet: GeneratorChanges. */
  @ParameterizedTest
  @EnumSource
  void put_ofOneNameOnBothAtOnce_isOnesAndTheOtherIsToldWhy(SharedEngine kind) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(2);
    try (EngineProcess engine = kind.start(directory);
        Server here = server(kind, engine, "here");
        Server there = server(kind, engine, "there")) {
      for (int round = 0; round < ROUNDS; round++) {
        String name = "round-" + round;
        String mine = DEFINITIONS.get(round % DEFINITIONS.size());
        String theirs = DEFINITIONS.get((round + 1) % DEFINITIONS.size());
        CyclicBarrier start = new CyclicBarrier(2);
        Future<HttpResponse<String>> first = callers.submit(() -> {
          start.await();
          return put(here, name, mine);
        });
        Future<HttpResponse<String>> second = callers.submit(() -> {
          start.await();
          return put(there, name, theirs);
        });
        assertOneWins(first.get(), second.get());

        Server loser = first.get().statusCode() == 200 ? there : here;
        awaitStatus(loser, name, 200);
        assertThat(settings(here, name)).isEqualTo(settings(there, name));
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < DRAWN; i++) {
          assertThat(ids.add(id(here, name))).isTrue();
          assertThat(ids.add(id(there, name))).isTrue();
        }
      }
    } finally {
      callers.shutdownNow();
    }
  }

  private static void assertOneWins(HttpResponse<String> first, HttpResponse<String> second) {
    List<HttpResponse<String>> refused = new ArrayList<>(List.of(first, second));
    refused.removeIf(each -> each.statusCode() == 200);
    assertThat(refused).as(first.body() + second.body()).hasSize(1);
    assertProblem(refused.get(0), 409, "settings");
    // The second: between the winner's fingerprint and its note.
    assertThat(refused.get(0).body())
        .containsAnyOf("there='", "has other settings, and its line does not say yet which");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("fault")
  void put_whileTheEngineIsAway_isRefusedAndServesNothing(SharedEngine kind) throws Exception {
    try (EngineProcess engine = kind.start(directory);
        Server here = server(kind, engine, "here");
        Server there = server(kind, engine, "there")) {
      engine.kill();
      for (Map.Entry<Server, String> each :
          Map.of(here, DEFINITIONS.get(0), there, DEFINITIONS.get(1)).entrySet()) {
        assertProblem(put(each.getKey(), "late", each.getValue()), 503, "store-unavailable");
        assertProblem(next(each.getKey(), "late"), 404, "unknown-generator");
      }
      kind.restart(engine);

      Await.until("it is made", () -> put(there, "late", DEFINITIONS.get(1)).statusCode() == 200);
      assertProblem(put(here, "late", DEFINITIONS.get(0)), 409, "settings");
      awaitStatus(here, "late", 200);
      assertThat(settings(here, "late")).isEqualTo(settings(there, "late"));
      assertThat(id(here, "late")).isNotEqualTo(id(there, "late"));
    }
  }
}
