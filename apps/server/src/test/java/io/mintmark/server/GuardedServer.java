package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * A server that requires tokens. There is a token for each scope, with the scope's name; {@code
 * next-x} and {@code read-x} for names that begin with x; {@code other} for the generator of that
 * name alone; and {@code slow}, which may make few ids per second. {@link #close} checks that the
 * store was never called on a thread that must not wait.
 */
public final class GuardedServer implements AutoCloseable {

  private static final Duration RELOADED_WITHIN = Duration.ofMinutes(2);

  private final TokensFixture tokens;
  private final Server server;

  /** Starts the server, with its tokens in a file of this directory. */
  public GuardedServer(Path directory) {
    tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("next", "scopes: next")
        .with("read", "scopes: [read]")
        .with("claim", "scopes: [claim]")
        .with("admin", "scopes: [admin]")
        .with("next-x", "scopes: [next], generators: [x*]")
        .with("read-x", "scopes: [read], generators: [x*]")
        .with("other", "scopes: [next, read], generators: [other]")
        .with("slow", "scopes: [next], rate: 1, burst: 5");
    server = MemoryServer.builder()
        .store("slow:0")
        .dataDirectory(directory)
        .set(ServerSettings.TOKENS, tokens.write())
        .start();
  }

  public Server server() {
    return server;
  }

  /** Sends a request with a token. */
  @FunctionalInterface
  public interface Question {
    boolean isRefused() throws IOException, InterruptedException;
  }

  /** Revokes a token, and waits until requests with it are refused. */
  public void revoke(String name, Question question) throws IOException, InterruptedException {
    tokens.without(name).write();
    Instant deadline = Instant.now().plus(RELOADED_WITHIN);
    while (!question.isRefused()) {
      assertThat(Instant.now()).isBefore(deadline);
    }
  }

  @Override
  public void close() {
    server.close();
    assertThat(SlowStoreProvider.ON_EVENT_LOOPS).isEmpty();
  }
}
