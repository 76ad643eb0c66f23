package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.service.LastStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the data of the first version: a directory after a kill, and a Redis. */
class FirstVersionTest {

  private static final Instant MADE = Instant.parse("2026-11-22T10:47:07Z");
  private static final int COUNT = 60;

  /** Cyclic sequences repeat numbers by design. Their positions continue. */
  private static final Set<String> CYCLES = Set.of("tail", "tailfast");

  private static final Set<String> RANDOM = Set.of("ids", "events", "old");

  @TempDir
  private Path directory;

  private Path data;
  private Config config;

  @BeforeEach
  void unpack() throws IOException {
    data = Files.createDirectory(directory.resolve("data"));
    for (String name : List.of("mintmark.db", "mintmark.db-wal")) {
      byte[] packed = Base64.getMimeDecoder().decode(resource(name + ".gz.base64"));
      try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
        Files.copy(in, data.resolve(name));
      }
    }
    Files.write(data.resolve(LastStore.FILE), resource("last-store.txt"));
    config =
        Config.load(Files.write(directory.resolve("mintmark.yaml"), resource("mintmark.yaml")));
  }

  @Test
  void server_storeOfTheFirstVersion_continuesAboveEarlierIds() throws IOException {
    assumeTrue(Instant.now().isAfter(MADE), "needs a clock past " + MADE);
    Map<String, List<String>> before = drawnBefore();
    assertThat(before).hasSize(18);
    try (Server server = Server.builder()
            .config(config)
            .dataDirectory(data)
            .http("127.0.0.1:0")
            .resp("127.0.0.1:0")
            .start();
        RespClient client = new RespClient(server.resp())) {
      for (Map.Entry<String, List<String>> entry : before.entrySet()) {
        assertGoesOn(client, entry.getKey(), entry.getValue());
      }
      assertThat(client.increment("counter:c")).isGreaterThan(500);
    }
  }

  /**
   * Redis has forgotten nothing, but has just started, so the first call waits for a worker number.
   */
  @Test
  @Tag("long")
  void server_redisOfTheFirstVersion_continuesAboveEarlierIds() throws IOException {
    Optional<Path> program = EngineProcess.find("redis-server");
    assumeTrue(program.isPresent(), "needs redis-server on the host");
    assumeTrue(Instant.now().isAfter(MADE), "needs a clock past " + MADE);
    // The first version allowed this window on an engine that can forget.
    String longWindow = ", window: 30s";
    String settings = new String(resource("mintmark.yaml"), StandardCharsets.UTF_8);
    assertThat(settings).contains(longWindow);
    Path shorter =
        Files.writeString(directory.resolve("redis.yaml"), settings.replace(longWindow, ""));
    try (EngineProcess redis = redis(program.orElseThrow())) {
      assertThatThrownBy(() -> start(config, redis).close())
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("generators.legacy: the window is too long");
      try (Server server = start(Config.load(shorter), redis);
          RespClient client = new RespClient(server.resp())) {
        assertAllGoOn(client);
      }
    }
  }

  private static void assertAllGoOn(RespClient client) throws IOException {
    List<String> names = lines("highest-redis.txt");
    assertThat(names).hasSize(18);
    for (String line : names) {
      String[] words = line.split(" ", 2);
      assertGoesOn(client, words[0], List.of(words[1]));
    }
  }

  private Server start(Config settings, EngineProcess redis) {
    return Server.builder()
        .config(settings)
        .dataDirectory(directory.resolve("other"))
        .store("redis://127.0.0.1:" + redis.port())
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .start();
  }

  /** Starts a Redis with the stored append-only file. */
  private EngineProcess redis(Path program) throws IOException {
    Path folder = Files.createDirectory(directory.resolve("redis"));
    try (OutputStream log = Files.newOutputStream(folder.resolve("appendonly.aof"))) {
      for (String command : lines("redis.txt")) {
        log.write(RespClient.command(command.split("\t", -1)));
      }
    }
    int port = EngineProcess.freePort();
    List<String> command = new ArrayList<>(List.of(program.toString(), "--bind", "127.0.0.1"));
    command.addAll(List.of("--port", Integer.toString(port), "--save", ""));
    command.addAll(List.of("--appendonly", "yes", "--appendfsync", "always"));
    return EngineProcess.start(folder, port, command);
  }

  private static void assertGoesOn(RespClient client, String name, List<String> before)
      throws IOException {
    List<String> drawn = draw(client, name);
    assertThat(drawn).as(name).hasSize(COUNT);
    if (CYCLES.contains(name)) {
      long last = Long.parseLong(before.get(before.size() - 1));
      assertThat(Long.parseLong(drawn.get(0))).as(name).isGreaterThan(last);
      return;
    }
    Set<String> known = new HashSet<>(before);
    assertThat(drawn).as(name).doesNotHaveDuplicates().noneMatch(known::contains);
    if (!RANDOM.contains(name)) {
      String highest = before.get(before.size() - 1);
      assertThat(drawn)
          .as(name)
          .allSatisfy(id -> assertThat(isAbove(id, highest)).isTrue());
    }
  }

  private static List<String> draw(RespClient client, String name) throws IOException {
    String count = Integer.toString(COUNT);
    Object answer = name.equals("orders")
        ? client.call("MINT.NEXT", name, "COUNT", count, "ROUTE", "user-42")
        : client.call("MINT.NEXT", name, "COUNT", count);
    assertThat(answer).as(name).isInstanceOf(List.class);
    return ((List<?>) answer).stream().map(String::valueOf).toList();
  }

  /** Compares numbers, or the texts of keys, whose fields have a fixed width. */
  private static boolean isAbove(String id, String other) {
    if (id.chars().allMatch(Character::isDigit)) {
      return Long.parseLong(id) > Long.parseLong(other);
    }
    // The shard in an order's key depends on its route and not on its position.
    int from = id.startsWith("OD") ? "OD000000".length() : 0;
    return id.substring(from).compareTo(other.substring(from)) > 0;
  }

  private static Map<String, List<String>> drawnBefore() throws IOException {
    Map<String, List<String>> drawn = new LinkedHashMap<>();
    for (String line : lines("ids.txt")) {
      String[] words = line.split(" ", 2);
      drawn.computeIfAbsent(words[0], name -> new ArrayList<>()).add(words[1]);
    }
    return drawn;
  }

  private static List<String> lines(String name) throws IOException {
    return new String(resource(name), StandardCharsets.UTF_8).lines().toList();
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = FirstVersionTest.class.getResourceAsStream("first-version/" + name)) {
      return in.readAllBytes();
    }
  }
}
