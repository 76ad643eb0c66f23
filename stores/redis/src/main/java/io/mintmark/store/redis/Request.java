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
 * One command on one key, and its answer. Sent again only if the server said that it has done
 * nothing: to load the scripts first, to another server of the cluster, or as another command.
 */
final class Request {

  final String key;

  /** Where to send it, if a server has said so, instead of where the key is thought to be. */
  @Nullable
  ServerConnection target;

  /** Whether the target has to be told that it was asked by redirection. */
  boolean asking;

  private Supplier<RedisCommand<String, String, String>> command;
  private @Nullable Supplier<RedisCommand<String, String, String>> fallback;
  private @Nullable String reply;
  private @Nullable StoreUnavailableException fault;

  Request(String key, Supplier<RedisCommand<String, String, String>> command) {
    this.key = key;
    this.command = command;
  }

  /** Reads a line's position. */
  static Request ofNext(String key) {
    return new Request(
        key,
        () -> new Command<>(
            CommandType.HGET,
            new ValueOutput<>(StringCodec.UTF8),
            new CommandArgs<>(StringCodec.UTF8).addKey(key).add("next")));
  }

  /** Has another command be sent first, and this one's only if that cannot be done. */
  Request after(Supplier<RedisCommand<String, String, String>> first) {
    fallback = command;
    command = first;
    return this;
  }

  /** Goes over to the command that is for when the first cannot be done, if there is one. */
  boolean fallBack() {
    if (fallback == null) {
      return false;
    }
    command = fallback;
    fallback = null;
    return true;
  }

  /** Whether the answer is that of the command to be sent first. */
  boolean isOfFirst() {
    return fallback != null;
  }

  /** Makes the command anew, as each is sent once. */
  RedisCommand<String, String, String> command() {
    return command.get();
  }

  void answered(@Nullable String answer) {
    reply = answer;
  }

  void failed(StoreUnavailableException reason) {
    fault = reason;
  }

  /** Returns the answer as a position, 0 for a line that does not exist. */
  long next() {
    String next = reply();
    return next == null ? 0 : RedisNumber.parse(next);
  }

  /**
   * Returns the same, and the end for a key of another type: nothing can be claimed there, and the
   * lines that were read with it can be used.
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
   * Returns the answer once it is settled.
   *
   * @return null if there is no such key or field
   * @throws StoreUnavailableException if there was no answer
   */
  @Nullable
  String reply() {
    if (fault != null) {
      throw fault;
    }
    return reply;
  }
}
