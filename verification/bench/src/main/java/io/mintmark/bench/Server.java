package io.mintmark.bench;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server on the loopback address, as a separate process.
 *
 * @param resp the port for the Redis protocol, 0 if there is none
 * @param url the URL that makes ids over HTTP, empty if there is none
 */
record Server(String name, int resp, String url, EngineProcess process) implements AutoCloseable {

  private static final Pattern SPRING = Pattern.compile("bench/target|spring|tomcat|jackson|cosid"
      + "|slf4j|guava|jspecify|micrometer|jakarta|snakeyaml");

  /** The server of a checkout, on its embedded store. */
  static Server mintmark(String name, Path checkout) throws IOException {
    String program = checkout.toAbsolutePath().resolve("mintmark").toString();
    String options = "serve --http=127.0.0.1:HTTP --resp=127.0.0.1:RESP --data=data";
    return start(name, true, "/v1/generators/speed/next", program, options.split(" "));
  }

  /** Redis, which writes its log to the disk once a second. The value of --save is empty. */
  static Server redis() throws IOException {
    String options = "--bind 127.0.0.1 --port RESP --appendonly yes --appendfsync everysec --save ";
    return start("Redis, everysec", true, "", "redis-server", options.split(" ", -1));
  }

  /**
   * A controller on Spring Boot over CosId. Its class path is reduced, because Spring Boot would
   * also start other software that it finds there.
   */
  static Server cosId() throws IOException {
    String own = Run.only(SPRING, Run.ownClassPath());
    String[] options = {"-cp", own, CosIdServer.class.getName(), "--server.port=HTTP"};
    return start("CosId, Spring Boot", false, "/next", Run.java(), options);
  }

  /**
   * A program that answers every request with the same bytes. Its speed is about the limit of this
   * machine and of the client.
   */
  static Server nothing(Path program) throws IOException {
    return start("nothing, in C", true, "/next", program.toString(), "HTTP", "RESP");
  }

  private static Server start(
      String name, boolean resp, String path, String program, String... options)
      throws IOException {
    int http = EngineProcess.freePort();
    int port = EngineProcess.freePort();
    List<String> command = Stream.concat(Stream.of(program), Stream.of(options))
        .map(each -> each.replace("HTTP", "" + http).replace("RESP", "" + port))
        .toList();
    String url = path.isEmpty() ? "" : "http://127.0.0.1:" + http + path;
    EngineProcess process =
        EngineProcess.start("mintmark-bench", resp ? port : http, directory -> command);
    return new Server(name, resp ? port : 0, url, process);
  }

  /** The processor time of the server and its children since they started, in microseconds. */
  double cpuMicros() {
    return process.cpuTime().toNanos() / 1e3;
  }

  @Override
  public void close() {
    process.close();
  }
}
