package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StartScreenTest {

  private static String screen(StartScreen screen) {
    return screen.of(
        "memory:",
        "http://h:1",
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 2),
        Optional.empty());
  }

  @Test
  void of_withoutAConfiguration_suggestsBuiltInGenerators() {
    assertThat(screen(new StartScreen(false, false)))
        .contains("redis://127.0.0.1:2\n")
        .contains("http://h:1/v1/generators/snowflake/next\n")
        .contains("redis-cli -h 127.0.0.1 -p 2 INCR invoices\n")
        .endsWith("  mintmark inspect 4df2dcec2cdcd20936a8b817\n");
  }

  @Test
  void of_configured_suggestsNothing() {
    assertThat(screen(new StartScreen(true, false)))
        .contains("redis://127.0.0.1:2\n")
        .doesNotContain("Try");
    assertThat(screen(new StartScreen(true, true)))
        .contains("rediss://127.0.0.1:2\n")
        .doesNotContain("Try");
  }

  @Test
  void of_allAddresses_usesANameOfTheCertificate() {
    String screen = new StartScreen(true, true)
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
