package io.mintmark.store.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.mintmark.error.StoreUnavailableException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One command on one key, and its reply. The command is sent again only if the server replied that
 * it did nothing: after the scripts were loaded, to another server of the cluster, or with the
 * request's own command instead of another command that was tried first ({@link #after}).
 */
final class Request {

  final String key;

  /** The server that a redirection named; null to send the request to the key's known server. */
  @Nullable
  ServerConnection target;

  /** Whether the target must first get ASKING, because the redirection was an ASK. */
  boolean asking;

  private Supplier<RedisCommand<String, String, String>> command;
  private @Nullable Supplier<RedisCommand<String, String, String>> fallback;
  private @Nullable String reply;
  private @Nullable StoreUnavailableException fault;

  Request(String key, Supplier<RedisCommand<String, String, String>> command) {
    this.key = key;
    this.command = command;
  }

  /** Makes a request that reads a line's position. */
  static Request ofNext(String key) {
    return new Request(
        key,
        () -> new Command<>(
            CommandType.HGET,
            new ValueOutput<>(StringCodec.UTF8),
            new CommandArgs<>(StringCodec.UTF8).addKey(key).add("next")));
  }

  /**
   * Sends another command first, and this request's own command only if the server cannot execute
   * it.
   */
  Request after(Supplier<RedisCommand<String, String, String>> first) {
    fallback = command;
    command = first;
    return this;
  }

  /**
   * Switches to the request's own command. Returns false if the request used its own command
   * already.
   */
  boolean fallBack() {
    if (fallback == null) {
      return false;
    }
    command = fallback;
    fallback = null;
    return true;
  }

  /** Returns whether the reply is the reply to the command that was tried first. */
  boolean isOfFirst() {
    return fallback != null;
  }

  /** Makes a new command, because each command object can be sent only once. */
  RedisCommand<String, String, String> command() {
    return command.get();
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
      if (Refusal.isOfType(e)) {
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
