package io.mintmark.store.redis;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.ClaimStore;
import io.mintmark.testkit.ClaimStoreContract;

/** The contract on a server that is newer than the bundled one. */
abstract class NewerRedisContract extends ClaimStoreContract {

  /** Returns the started server. */
  abstract EngineProcess engine();

  @Override
  protected ClaimStore open() {
    return RedisStore.builder()
        .url("redis://127.0.0.1:" + engine().port() + "?strict=true")
        .open();
  }
}
