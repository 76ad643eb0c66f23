package io.mintmark.store.redis;

import io.lettuce.core.api.async.RedisAsyncCommands;
import io.mintmark.error.StoreUnavailableException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A request about one key, and its reply. The request is one command, which is sent again only if
 * the server replied that it did nothing: to another server of the cluster, or as the next of the
 * commands that have the same effect.
 */
final class Request {

  /** Sends one command. */
  @FunctionalInterface
  interface Command {

    /** Sends the command, and returns its reply. */
    CompletionStage<String> send(RedisAsyncCommands<String, String> connection);
  }

  final String key;

  /** The server that a redirection named; null to send the request to the key's known server. */
  @Nullable
  ServerConnection target;

  /** Whether the target must first get ASKING, because the redirection was an ASK. */
  boolean asking;

  private final Deque<Command> commands;
  private @Nullable String reply;
  private @Nullable StoreUnavailableException fault;

  /**
   * Makes a request.
   *
   * @param commands commands that have the same effect, in the order in which they are tried
   */
  Request(String key, Command... commands) {
    this.key = key;
    this.commands = new ArrayDeque<>(List.of(commands));
  }

  /** Makes a request that reads a line's position. */
  static Request ofNext(String key) {
    return new Request(key, connection -> connection.hget(key, "next"));
  }

  /** Changes to the next command. Returns false if there is none. */
  boolean tryNext() {
    commands.remove();
    return !commands.isEmpty();
  }

  /** Sends the command in use. */
  CompletionStage<String> send(RedisAsyncCommands<String, String> connection) {
    return commands.element().send(connection);
  }

  void answered(@Nullable String answer) {
    reply = answer;
  }

  void failed(StoreUnavailableException reason) {
    fault = reason;
  }

  /** Returns the reply as a position, 0 for a line that does not exist. */
  long next() {
    String next = reply();
    return next == null ? 0 : RedisNumber.parse(next);
  }

  /**
   * Returns the reply as {@link #next} does, but 2^63 - 1 for a key of another type. Nothing can be
   * claimed on such a key, and the other lines of the same read stay usable.
   */
  long nextOrEnd() {
    try {
      return next();
    } catch (StoreUnavailableException e) {
      if (Refusal.startsWith(e, "WRONGTYPE")) {
        return Long.MAX_VALUE;
      }
      throw e;
    }
  }

  /**
   * Returns the reply after the request has ended.
   *
   * @return null if the key or field does not exist
   * @throws StoreUnavailableException if there was no reply
   */
  @Nullable
  String reply() {
    if (fault != null) {
      throw fault;
    }
    return reply;
  }
}
