package io.mintmark.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.service.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallersLinesTest {

  private static final String SEQUENCE = "seq/orders";
  private static final String WORKER = "worker/users/7";

  @TempDir
  private Path directory;

  private CallersLines lines(String settings) throws IOException {
    Path file = Files.writeString(
        directory.resolve("tokens.yaml"),
        "a: {hash: \"%s\", %s}".formatted(Secret.of("text").text(), settings));
    Access access = new Access(
        new AtomicReference<>(Tokens.read(file)),
        new AuditLog(Long.MAX_VALUE),
        new SimpleMeterRegistry(),
        InstantSource.system());
    ShownToken shown = new ShownToken(access, "127.0.0.1:9", Optional::empty);
    shown.show("text");
    return new CallersLines(new MemoryStore(), shown.caller(), RequestTrace.NONE);
  }

  @Test
  void lower_tokenForOtherLines_isRefusedLikeEveryWrite() throws IOException {
    CallersLines lines = lines("scopes: [claim], lines: [seq/*]");
    assertThat(lines.claim(SEQUENCE, 0, 5)).isZero();

    assertThatThrownBy(() -> lines.claim(WORKER, 0, 5))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("the token is not for this line: token=a, line=" + WORKER);
    assertThatThrownBy(() -> lines.lower(WORKER, 5, 0))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("the token is not for this line: token=a, line=" + WORKER);
    assertThatThrownBy(() -> lines.lower(SEQUENCE, 5, 0))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("the token lacks the scope admin: token=a, line=" + SEQUENCE);
    assertThat(lines.position(SEQUENCE)).isEqualTo(5);
  }

  @Test
  void lower_byAnAdministrator_succeeds() throws IOException {
    CallersLines lines = lines("scopes: [admin]");
    assertThat(lines.claim(SEQUENCE, 0, 5)).isZero();

    assertThat(lines.lower(SEQUENCE, 5, 2)).isTrue();
    assertThat(lines.position(SEQUENCE)).isEqualTo(2);
  }
}
