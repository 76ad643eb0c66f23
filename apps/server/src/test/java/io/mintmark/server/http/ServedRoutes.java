package io.mintmark.server.http;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.service.IdService;
import java.util.List;

/** Returns the routes of a server. */
final class ServedRoutes {

  private ServedRoutes() {}

  static Routes get() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      return Routes.of(
          new IdService(mint, Config.standard()),
          new ServedStore(MintmarkAccess.storeOf(mint), "memory:", 1),
          new IdempotencyCache(1 << 20, ElapsedClock.system()),
          new ServerStatus(() -> "", List::of),
          Runnable::run,
          PortPurpose.EVERYTHING);
    }
  }
}
