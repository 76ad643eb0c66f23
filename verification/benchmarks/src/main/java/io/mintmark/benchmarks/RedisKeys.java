package io.mintmark.benchmarks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.mintmark.key.Route;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The published key as its published generator makes it: a counter for each table on a Redis
 * server, deleted at 90000. The server is on this host and in memory only: it does not come faster.
 */
@State(Scope.Benchmark)
public class RedisKeys {

  private static final long MAX_NUMBER = 90_000;
  private static final ZoneId ZONE = ZoneId.of(ReadableKeys.ZONE);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyMMddHHmmssSSS");

  private final EngineProcess server = start();
  private final RedisClient client =
      RedisClient.create(RedisURI.create("127.0.0.1", server.port()));
  private final RedisCommands<String, String> commands = client.connect().sync();

  private static EngineProcess start() {
    String program = EngineProcess.find("redis-server").orElseThrow().toString();
    int port = EngineProcess.freePort();
    List<String> command =
        List.of(program, "--port", Integer.toString(port), "--bind", "127.0.0.1", "--save", "");
    try {
      return EngineProcess.start(Files.createTempDirectory("redis"), port, command);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @TearDown
  public void stop() throws IOException {
    client.shutdown();
    server.close();
    Files.delete(server.directory().resolve("engine.log"));
    Files.delete(server.directory());
  }

  String next(String routeId) {
    Route route = ReadableKeys.SHARDS.route(routeId);
    String database = padded(route.database(), 2);
    String table = padded(route.table(), 4);
    long number =
        increment("sequence:redis:t_user_dbIndex" + database + "_tbIndex" + table + "_user_id");
    String time = TIME.format(LocalDateTime.now(ZONE));
    return "UD" + database + table + "01" + time + "53" + padded(number, 5);
  }

  private long increment(String counter) {
    long number = commands.incr(counter);
    if (number >= MAX_NUMBER) {
      commands.del(counter);
    }
    return number;
  }

  private static String padded(long number, int width) {
    String digits = Long.toString(number);
    return "0".repeat(width - digits.length()) + digits;
  }
}
