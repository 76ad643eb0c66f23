package io.mintmark.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before a server and lets only those through to it who have the token. */
final class Doorkeeper implements AutoCloseable {

  private static final int UNAUTHORIZED = 401;

  private final Server server;
  private final String token;
  private final HttpServer door;
  private final AtomicInteger refused = new AtomicInteger();

  Doorkeeper(Server server, String token) throws IOException {
    this.server = server;
    this.token = token;
    door = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    door.createContext("/", this::answer);
    door.start();
  }

  String url() {
    return "http://127.0.0.1:" + door.getAddress().getPort();
  }

  int refused() {
    return refused.get();
  }

  @Override
  public void close() {
    door.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    boolean known =
        ("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    try (exchange) {
      if (path.startsWith("/v1/") && !known) {
        refused.incrementAndGet();
        exchange.sendResponseHeaders(UNAUTHORIZED, -1);
        return;
      }
      HttpResponse<String> reply = Web.send(server, exchange.getRequestMethod(), path);
      reply
          .headers()
          .firstValue("content-type")
          .ifPresent(type -> exchange.getResponseHeaders().set("content-type", type));
      byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(reply.statusCode(), body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
