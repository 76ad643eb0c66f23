package io.mintmark.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.CapturedLog;
import io.mintmark.time.ElapsedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpiryWarningsTest {

  @TempDir
  private Path directory;

  private Instant now = Instant.parse("2027-03-20T12:00:00Z");
  private final InstantSource clock = () -> now;

  private Tokens read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("tokens.yaml"), text);
    return Tokens.read(file, new TokenUses(ElapsedClock.system()));
  }

  private static String token(String name, String expires) {
    return name + ": {hash: " + Secret.of(name).text() + ", scopes: [next], expires: " + expires
        + "}\n";
  }

  @Test
  void warn_tokensExpireSoon_logsOnceADayAndWhenTheFileChanges() throws IOException {
    AtomicReference<Tokens> tokens = new AtomicReference<>(read(
        token("soon", "2027-04-02") + token("over", "2027-03-01") + token("later", "2027-04-04")));
    ExpiryWarnings warnings = new ExpiryWarnings(tokens::get, clock);
    try (CapturedLog log = new CapturedLog(ExpiryWarnings.class)) {
      warnings.warn();
      warnings.warn();
      assertThat(log.messages())
          .containsExactly("tokens have expired, or expire within 14 days: tokens=2: soon"
              + " 2027-04-02T00:00:00Z, over 2027-03-01T00:00:00Z; an expired token is refused");

      now = now.plus(Duration.ofDays(1));
      warnings.warn();
      assertThat(log.messages()).hasSize(2).last().asString().contains("tokens=3");

      tokens.set(read(token("later", "2027-12-31")));
      warnings.warn();
      assertThat(log.messages()).hasSize(2);
    }
  }
}
