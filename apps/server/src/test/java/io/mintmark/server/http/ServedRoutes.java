package io.mintmark.server.http;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.service.IdService;
import io.mintmark.service.LineService;

/** The routes that a server has, to be looked at. */
final class ServedRoutes {

  private ServedRoutes() {}

  static Routes get() {
    try (Mintmark mint = Mintmark.open("memory:")) {
      return Endpoints.routes(
          new IdService(mint, Config.standard()),
          new LineService(mint.store(), "memory:", 1),
          () -> "",
          Runnable::run);
    }
  }
}
