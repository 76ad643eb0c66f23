package io.mintmark.server;

import io.mintmark.Mintmark;
import io.mintmark.config.file.Config;
import io.mintmark.server.access.Access;
import io.mintmark.server.http.HttpProtocol;
import io.mintmark.server.net.Protocol;
import io.mintmark.server.resp.RespProtocol;
import io.mintmark.server.service.IdService;
import io.mintmark.server.service.LineService;

/** Both protocols without a port, for channels that are no sockets; all is done at once. */
final class InProcess implements AutoCloseable {

  private final Mintmark mint = Mintmark.open("memory:");
  private final IdService service;
  private final LineService lines = new LineService(mint.store(), "memory:", 1);

  InProcess(Config config) {
    service = new IdService(mint, config);
  }

  IdService service() {
    return service;
  }

  /** New each time, as a connection's number is part of some answers. */
  Protocol resp() {
    return new RespProtocol(service, Access.open(), Runnable::run);
  }

  Protocol http() {
    return new HttpProtocol(service, lines, () -> "", Access.open(), false, Runnable::run);
  }

  @Override
  public void close() {
    mint.close();
  }
}
