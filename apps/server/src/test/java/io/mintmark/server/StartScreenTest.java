package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartScreenTest {

  @TempDir
  private Path directory;

  private String screen(String generators) throws IOException {
    Config config = Config.load(Files.writeString(directory.resolve("m.yaml"), generators));
    return screen(new StartScreen(config, false, false));
  }

  private static String screen(StartScreen screen) {
    return screen.of(
        "memory:",
        "http://h:1",
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 2),
        Optional.empty());
  }

  @Test
  void of_withoutAFile_suggestsBuiltInGenerators() {
    assertThat(screen(new StartScreen(Config.standard(), false, false)))
        .contains("http://h:1/v1/generators/snowflake/next\n")
        .contains("redis-cli -h 127.0.0.1 -p 2 INCR invoices\n");
  }

  @Test
  void of_onlyKeysWithRoutes_suggestsNoneOfThem() throws IOException {
    assertThat(screen("""
        generators:
          a: {type: key, format: "{db:1}{seq:9}", shards: {databases: 2}}
        """)).endsWith("\nTry:\n  mintmark inspect 4df2dcec2cdcd20936a8b817\n");
  }

  @Test
  void of_nameWithASlash_isEscapedInTheUrl() throws IOException {
    assertThat(screen("""
        generators:
          a/b: {type: key, format: "{seq:9}"}
        """))
        .contains("http://h:1/v1/generators/a%2Fb/next\n")
        .contains("redis-cli -h 127.0.0.1 -p 2 MINT.NEXT a/b\n");
  }

  @Test
  void of_keysWithVariablesAndOthers_suggestsTheOthers() throws IOException {
    assertThat(screen("""
        generators:
          tenants: {type: key, format: "{var:tenant:4}{seq:9}"}
          days: {type: key, format: "{time:yyyyMMdd}{seq:9}", zone: UTC}
          tail: {type: sequence, cycle: 1..99}
        """))
        .contains("http://h:1/v1/generators/days/next\n")
        .contains("-p 2 INCR tail\n");
  }

  @Test
  void of_tokensOrTls_suggestsNothing() {
    assertThat(screen(new StartScreen(Config.standard(), true, false)))
        .contains("redis://127.0.0.1:2\n")
        .doesNotContain("Try");
    assertThat(screen(new StartScreen(Config.standard(), false, true)))
        .contains("rediss://127.0.0.1:2\n")
        .doesNotContain("Try");
  }

  @Test
  void of_allAddresses_usesANameOfTheCertificate() {
    String screen = new StartScreen(Config.standard(), true, true)
        .of(
            "memory:",
            "http://h:1",
            new InetSocketAddress("0.0.0.0", 2),
            Optional.of("http://h:3"));

    assertThat(screen)
        .contains(
            "  Redis    rediss://localhost:2\n  admin    http://h:3\n  console  http://h:1/\n");
  }
}
