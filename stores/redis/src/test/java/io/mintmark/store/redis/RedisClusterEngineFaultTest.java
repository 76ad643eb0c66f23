package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lettuce.core.cluster.SlotHash;
import io.mintmark.rigs.EngineFaultContract;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ToolRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A cluster with a single server, which serves every slot. */
@Tag("long")
class RedisClusterEngineFaultTest extends EngineFaultContract {

  private static final int SETS_PORT = 7;

  @TempDir
  static Path directory;

  private @Nullable EngineProcess engine;

  @Override
  protected EngineProcess startEngine() throws Exception {
    Optional<Path> program = RedisServers.onHost();
    assumeTrue(
        program.isPresent() && version(program.orElseThrow()) >= SETS_PORT,
        "needs redis-server 7 or later on the host: others take no new port while they run");
    EngineProcess started = RedisCluster.server(program.orElseThrow(), directory.resolve("server"));
    engine = started;
    int[] slots = IntStream.range(0, SlotHash.SLOT_COUNT).toArray();
    ask(started, commands -> commands.clusterAddSlots(slots));
    Await.until(
        "the cluster is up",
        () -> ask(started, commands -> commands.clusterInfo()).contains("cluster_state:ok"));
    return started;
  }

  private static int version(Path program) throws Exception {
    String said =
        ToolRun.in(directory, List.of(program.toString(), "--version"), "").output();
    Matcher version = Pattern.compile("v=(\\d+)").matcher(said);
    return version.find() ? Integer.parseInt(version.group(1)) : 0;
  }

  /**
   * A client connects to the address that the server announces. So the server announces the given
   * port.
   */
  @Override
  protected String url(int port) {
    EngineProcess server = Objects.requireNonNull(engine);
    ask(server, commands -> commands.configSet("cluster-announce-port", Integer.toString(port)));
    Await.until(
        "the server says where it is",
        () -> ask(server, commands -> commands.clusterNodes()).contains(":" + port + "@"));
    return "redis://127.0.0.1:" + port + "?cluster=true";
  }
}
