package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * A server that asks for tokens: one of each scope, called as the scope is; {@code next-x} and
 * {@code read-x} for names with an x at the front, {@code other} for the generator of that name
 * alone; and {@code slow}, which makes few ids a second. Whatever it was asked, its store was never
 * called on a thread that must not wait.
 */
public final class GuardedServer implements AutoCloseable {

  private static final Duration RELOADED_WITHIN = Duration.ofMinutes(2);

  private final TokensFixture tokens;
  private final Server server;

  /** Starts it, its tokens in a file of this directory. */
  public GuardedServer(Path directory) {
    tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("next", "scopes: next")
        .with("read", "scopes: [read]")
        .with("claim", "scopes: [claim]")
        .with("operate", "scopes: [operate]")
        .with("admin", "scopes: [admin]")
        .with("next-x", "scopes: [next], generators: [x*]")
        .with("read-x", "scopes: [read], generators: [x*]")
        .with("other", "scopes: [next, read], generators: [other]")
        .with("slow", "scopes: [next], rate: 1, burst: 5");
    server = MemoryServer.builder()
        .store("slow:0")
        .dataDirectory(directory)
        .tokens(tokens.write())
        .start();
  }

  public Server server() {
    return server;
  }

  /** Asks who shows a token. */
  @FunctionalInterface
  public interface Question {
    boolean isRefused() throws IOException, InterruptedException;
  }

  /** Takes a token back, and waits until who shows it is refused. */
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
