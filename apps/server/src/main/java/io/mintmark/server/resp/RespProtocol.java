package io.mintmark.server.resp;

import io.mintmark.objectid.ObjectId;
import io.mintmark.server.access.Access;
import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.Connection;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.Protocol;
import io.mintmark.service.IdService;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpServerConfig;
import org.jspecify.annotations.Nullable;

/**
 * RESP versions 2 and 3 with pipelining, on sockets of Vert.x.
 *
 * @param service makes ids
 * @param access authenticates callers
 * @param largeNumbers how numbers above 2^53 are returned in database 0
 * @param terms the settings of each connection
 * @param id the start of the request ids of all commands on this port, which no other server uses
 */
public record RespProtocol(
    IdService service,
    Access access,
    LargeNumbers largeNumbers,
    ConnectionContext terms,
    ObjectId id)
    implements Protocol {

  @Override
  public String answerWithoutTls() {
    return "-ERR this port speaks TLS\r\n";
  }

  @Override
  public Future<Bound> listen(Vertx vertx, SocketAddress address, @Nullable ServerSSLOptions tls) {
    NetServer server = vertx
        .createNetServer(new TcpServerConfig().setAcceptBacklog(BACKLOG).setSsl(tls != null), tls)
        .connectHandler(this::opened)
        .exceptionHandler(lost -> {}); // Of a handshake. The connection itself counts it.
    return server
        .listen(address)
        .map(bound -> new Bound(bound.actualPort(), server::updateSSLOptions));
  }

  private void opened(NetSocket socket) {
    Connection connection =
        Connection.of(((NetSocketInternal) socket).channelHandlerContext().channel());
    ShownToken token = new ShownToken(access, connection.from(), connection::certificate);
    RespSession session = new RespSession(connection, id.toString(), token, largeNumbers);
    RespCommands commands = new RespCommands(service, session, terms.idempotency());
    new RespConnection(socket, connection, commands, session, terms).begin();
  }
}
