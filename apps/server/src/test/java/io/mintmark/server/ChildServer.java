package io.mintmark.server;

import io.mintmark.config.Config;
import java.nio.file.Path;

/** A server in its own process, which tests can kill. */
public final class ChildServer {

  private static final int MAX_CONNECTIONS = 12_000;
  private static final String ANY_PORT = "127.0.0.1:0";

  private ChildServer() {}

  /**
   * Serves a data directory with a configuration file. Prints the port of the Redis protocol and
   * the port of HTTP. Two more arguments can set the addresses of HTTP and of the Redis protocol.
   */
  public static void main(String[] args) throws InterruptedException {
    Server server = Server.builder()
        .set(ServerSettings.MAX_CONNECTIONS, MAX_CONNECTIONS)
        .config(Config.load(Path.of(args[0])))
        .dataDirectory(Path.of(args[1]))
        .http(args.length > 2 ? args[2] : ANY_PORT)
        .resp(args.length > 2 ? args[3] : ANY_PORT)
        .start();
    server.closeOnTermination();
    System.out.println(server.resp().getPort());
    System.out.println(server.http().getPort());
    server.awaitClosed();
  }
}
