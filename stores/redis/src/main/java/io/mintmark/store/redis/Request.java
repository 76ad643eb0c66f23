package io.mintmark.store.redis;

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
