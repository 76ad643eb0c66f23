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

class FirstScreenTest {

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
  void of_onlyKeys_suggestsThemWithTheirRoute() throws IOException {
    assertThat(screen("""
        generators:
          a/b: {type: key, format: "{db:1}{seq:9}", shards: {databases: 2}}
        """))
        .contains("http://h:1/v1/generators/a%2Fb/next?route=user-42\n")
        .contains("-p 2 MINT.NEXT a/b ROUTE user-42\n");
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
  void of_tokensAndTls_areInTheCommands() {
    assertThat(screen(new StartScreen(Config.standard(), true, true)))
        .contains(
            "Try after setting MINTMARK_CA_FILE to the certificate's authority and MINTMARK_TOKEN"
                + " to a token:")
        .contains("| curl -X POST --cacert \"$MINTMARK_CA_FILE\" -H @- http")
        .contains("rediss://127.0.0.1:2\n")
        .contains("REDISCLI_AUTH=\"$MINTMARK_TOKEN\" redis-cli -h 127.0.0.1 -p 2 --tls")
        .contains("-p 2 --tls --cacert \"$MINTMARK_CA_FILE\" INCR invoices\n");
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
            "  Redis    rediss://localhost:2\n  admin    http://h:3\n  console  http://h:1/\n")
        .contains("rediss://localhost:2\n")
        .contains("redis-cli -h localhost -p 2 --tls");
  }
}
