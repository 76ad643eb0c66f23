package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.config.file.Config;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the first version left when it was killed: a store with its log, and what it had drawn. */
class FirstVersionTest {

  private static final Instant MADE = Instant.parse("2026-11-22T10:47:07Z");
  private static final int COUNT = 60;

  /** They repeat by design; the position goes on. */
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
    Files.write(data.resolve(RememberedStore.FILE), resource("last-store.txt"));
    config =
        Config.load(Files.write(directory.resolve("mintmark.yaml"), resource("mintmark.yaml")));
  }

  @Test
  void server_onTheFirstVersionsStore_goesOnAboveAllThatWasDrawn() throws IOException {
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
    boolean routed = name.equals("orders");
    Object answer = routed
        ? client.call("MINT.NEXT", name, "COUNT", Integer.toString(COUNT), "ROUTE", "user-42")
        : client.call("MINT.NEXT", name, "COUNT", Integer.toString(COUNT));
    return ((List<?>) answer).stream().map(String::valueOf).toList();
  }

  /** By the number or, as a key's fields are as wide as their values, by the text behind it. */
  private static boolean isAbove(String id, String other) {
    if (id.chars().allMatch(Character::isDigit)) {
      return Long.parseLong(id) > Long.parseLong(other);
    }
    // An order's shard is its route's and not its position's.
    int from = id.startsWith("OD") ? "OD000000".length() : 0;
    return id.substring(from).compareTo(other.substring(from)) > 0;
  }

  private static Map<String, List<String>> drawnBefore() throws IOException {
    Map<String, List<String>> drawn = new LinkedHashMap<>();
    String all = new String(resource("ids.txt"), StandardCharsets.UTF_8);
    for (String line : all.lines().toList()) {
      String[] words = line.split(" ", 2);
      drawn.computeIfAbsent(words[0], name -> new ArrayList<>()).add(words[1]);
    }
    return drawn;
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = FirstVersionTest.class.getResourceAsStream("first-version/" + name)) {
      return in.readAllBytes();
    }
  }
}
