package io.mintmark.store.redis;

import io.lettuce.core.protocol.RedisCommand;
import io.mintmark.error.StoreUnavailableException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request whose sender waits for the answer. */
final class Reading extends Request {

  private @Nullable String reply;
  private @Nullable StoreUnavailableException fault;

  Reading(String key, Supplier<RedisCommand<String, String, String>> command) {
    super(key, command);
  }

  @Override
  void answered(@Nullable String answer) {
    reply = answer;
  }

  @Override
  void failed(StoreUnavailableException reason) {
    fault = reason;
  }

  /**
   * Returns the answer once the exchange is over.
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
