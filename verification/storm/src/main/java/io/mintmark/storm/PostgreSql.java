package io.mintmark.storm;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.storm.Fault.Trait;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * PostgreSQL with its defaults and a synchronous standby. Both settings keep acknowledged writes.
 */
final class PostgreSql implements Engine {

  /** Two databases and their logs, which {@link Database} keeps short. */
  private static final int MEGABYTES = 288;

  private static final long DOWN_MS = 3_000;
  private static final long READ_ONLY_MS = 12_000;

  private final Disk disk;
  private final EngineClock clock;
  private final Database database;

  /** Starts both servers on one disk and one clock. */
  PostgreSql(Path folder, Resources resources) throws Exception {
    Path data = folder.resolve("data");
    disk = resources.add(new Disk(data, MEGABYTES));
    disk.compile(folder.resolve("faulty-disk"));
    clock = new EngineClock(folder.resolve("clock"));
    List<String> launcher = Programs.with(started -> {
      disk.preload(started);
      clock.preload(started);
    });
    database = new Database(data, launcher, resources);
  }

  @Override
  public int port() {
    return database.port();
  }

  @Override
  public String url(int port) {
    return Database.url("127.0.0.1:" + port);
  }

  @Override
  public List<Fault> faults(BreakableNetwork address) {
    List<Fault> all = new ArrayList<>(disk.faults(database::useUpLog, database::restartBoth));
    all.addAll(clock.faults(false));
    all.add(new Fault(
        "no writes taken",
        () -> database.setReadOnly(true),
        () -> database.setReadOnly(false),
        READ_ONLY_MS));
    all.add(
        new Fault("engine killed", () -> database.primary().kill(), database::restart, DOWN_MS));
    all.add(new Fault(
        Database.FAILOVER,
        () -> {
          database.failOver();
          address.leadTo(database.port());
        },
        database::renewStandby,
        DOWN_MS,
        Trait.ALWAYS));
    all.add(Fault.paused(
        "engine", () -> database.primary().pause(), () -> database.primary().resume()));
    return all;
  }

  @Override
  public Optional<Backup> backup() {
    return Optional.of(database);
  }
}
