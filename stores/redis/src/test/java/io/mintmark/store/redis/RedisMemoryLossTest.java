package io.mintmark.store.redis;

import static io.mintmark.store.redis.RedisServers.ask;
import static io.mintmark.store.redis.RedisServers.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.api.sync.RedisServerCommands;
import io.mintmark.Mintmark;
import io.mintmark.error.MintmarkException;
import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real servers that lose acknowledged writes, while one process makes Snowflakes and another needs
 * a worker number. All cases run at the same time, because in each the process waits until numbers
 * may be taken again.
 */
class RedisMemoryLossTest {

  private static final Duration TIMEOUT = Duration.ofMillis(500);

  /**
   * The longest window plus the margin of the clocks. The server rounds its times by up to a
   * second.
   */
  private static final Duration WAIT = Duration.ofSeconds(15 - 1);

  private static final int IDS_A_TURN = 20;
  private static final int ENOUGH = 500;

  @TempDir
  private Path directory;

  private final AtomicBoolean done = new AtomicBoolean();

  /** Unpacked once, because a program cannot be started while another thread writes its file. */
  private Path program;

  @BeforeEach
  void find() {
    program = RedisServers.program(directory);
  }

  private EngineProcess start(String name, String... options) {
    return RedisServers.start(
        program, directory.resolve(name), EngineProcess.freePort(), List.of(options));
  }

  @Test
  @Tag("long")
  void next_serverLosesMemory_neverRepeats() throws Exception {
    List<Callable<String>> situations = List.of(
        () -> restarted("empty, twice", false, true),
        () -> restarted("from an old snapshot", true, false),
        this::flushed,
        this::failedOver,
        this::primaryCutOff);
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<String> faults = new ArrayList<>();
      for (Future<String> each : threads.invokeAll(situations)) {
        faults.add(each.get());
      }
      assertThat(faults).allMatch(String::isEmpty);
    } finally {
      done.set(true);
      threads.shutdownNow();
      assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private String restarted(String name, boolean snapshot, boolean twice) throws Exception {
    try (EngineProcess server = start(name)) {
      String url = url(server.port());
      return held(name, url, url, snapshot ? 1 : 2, () -> {
        if (snapshot) {
          ask(server, RedisServerCommands::save);
        }
        return () -> {
          for (int i = 0; i < (twice ? 2 : 1); i++) {
            server.kill();
            server.restart();
          }
        };
      });
    }
  }

  private String flushed() throws Exception {
    try (EngineProcess server = start("flushed")) {
      String url = url(server.port());
      return held("flushed", url, url, 1, () -> () -> ask(server, RedisServerCommands::flushall));
    }
  }

  private String failedOver() throws Exception {
    try (EngineProcess primary = start("primary");
        BreakableNetwork replication = BreakableNetwork.to(primary.port());
        EngineProcess replica = replica("replica", replication);
        BreakableNetwork address = BreakableNetwork.to(primary.port())) {
      String url = url(address.port());
      return held("failed over", url, url, 2, () -> {
        replication.cut();
        return () -> {
          primary.kill();
          ask(replica, commands -> commands.replicaofNoOne());
          address.leadTo(replica.port());
        };
      });
    }
  }

  /** The holder continues on the old primary, which lacks a replica now. */
  private String primaryCutOff() throws Exception {
    try (EngineProcess primary = start("cut off");
        BreakableNetwork replication = BreakableNetwork.to(primary.port());
        EngineProcess replica = replica("promoted", replication)) {
      return held(
          "primary cut off",
          url(primary.port()) + "?wait-replicas=1",
          url(replica.port()),
          1,
          () -> () -> {
            replication.cut();
            ask(replica, commands -> commands.replicaofNoOne());
          });
    }
  }

  private EngineProcess replica(String name, BreakableNetwork replication) {
    EngineProcess replica =
        start(name, "--replicaof", "127.0.0.1", Integer.toString(replication.port()));
    Await.until("the replica is in step", () -> says(replica, "master_link_status:up"));
    return replica;
  }

  /** Prepares a loss. Returns the action that causes it. */
  private interface Preparation {
    Runnable run();
  }

  /**
   * Lets one process make ids, makes the server lose them, and lets another process make ids as
   * soon as possible.
   *
   * @return a description of the error, or an empty text
   */
  private String held(
      String name, String first, String second, int workers, Preparation preparation)
      throws Exception {
    String isNew = first.contains("?") ? "&new=true" : "?new=true";
    try (Mintmark one = open(first + isNew)) {
      Drawing holder = new Drawing(one, workers);
      Await.until("the holder makes ids", () -> holder.drawn() > ENOUGH);
      Runnable loss = preparation.run();
      int before = holder.drawn();
      Await.until("more were made", () -> holder.drawn() > before + ENOUGH);
      loss.run();
      Instant lost = Instant.now();
      try (Mintmark two = open(second)) {
        Drawing taker = new Drawing(two, workers);
        Await.until("the holder has gone on", () -> Instant.now().isAfter(lost.plusSeconds(4)));
        holder.end();
        Await.until("the other process has a number", () -> taker.drawn() > ENOUGH);
        taker.end();
        return faults(name, holder, taker, lost);
      }
    }
  }

  private static String faults(String name, Drawing holder, Drawing taker, Instant lost) {
    long[] all = LongStream.concat(holder.ids(), taker.ids()).sorted().toArray();
    long distinct = Arrays.stream(all).distinct().count();
    Instant began = taker.first().time();
    boolean tooEarly = began.isBefore(lost.plus(WAIT));
    boolean stopped = holder.last().time().isBefore(lost.plusSeconds(3));
    return distinct == all.length && !tooEarly && !stopped
        ? ""
        : name + ": duplicates=" + (all.length - distinct) + " of " + all.length + ", lost=" + lost
            + ", first=" + began + ", holder's last="
            + holder.last().time();
  }

  private static Mintmark open(String url) {
    return Await.answer(
        () -> Mintmark.builder().store(url).claimTimeout(TIMEOUT).open());
  }

  private static String url(int port) {
    return "redis://127.0.0.1:" + port;
  }

  /** The ids of one process, made in a thread. */
  private final class Drawing {

    private final SnowflakeGenerator generator;
    private final List<Long> ids = new ArrayList<>();
    private final Thread thread = new Thread(this::draw);
    private volatile int drawn;
    private volatile boolean ended;

    Drawing(Mintmark mint, int workers) {
      generator = Await.answer(() -> mint.snowflake("users", s -> s.workers(0, workers - 1)));
      thread.start();
    }

    private void draw() {
      while (!ended && !done.get()) {
        try {
          for (int i = 0; i < IDS_A_TURN; i++) {
            ids.add(generator.next());
          }
          drawn = ids.size();
        } catch (MintmarkException e) {
          // The call may be refused. Only the ids are checked.
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
    }

    int drawn() {
      return drawn;
    }

    void end() throws InterruptedException {
      ended = true;
      thread.join();
    }

    LongStream ids() {
      return ids.stream().mapToLong(Long::longValue);
    }

    SnowflakeId first() {
      return generator.decode(ids.get(0));
    }

    SnowflakeId last() {
      return generator.decode(ids.get(ids.size() - 1));
    }
  }

  @Test
  void next_newServer_hasTheCurrentTime() {
    try (EngineProcess server = start("server");
        Mintmark mint = open(url(server.port()) + "?new=true")) {
      SnowflakeGenerator users = mint.snowflake("users");
      Instant before = Instant.now().minusSeconds(1);
      SnowflakeId id = users.decode(users.next());
      assertThat(id.time()).isBetween(before, Instant.now());
    }
  }
}
