package io.mintmark.faults;

import io.mintmark.faults.Site.Backup;
import io.mintmark.faults.Site.Fault;
import io.mintmark.rigs.BreakableNetwork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** PostgreSQL with its defaults and a synchronous standby: they keep what they acknowledge. */
final class PostgreSqlEngine implements SiteEngine {

  /** Two databases and their logs, which {@link Database} keeps short. */
  private static final int MEGABYTES = 288;

  private static final long DOWN_MS = 3_000;
  private static final long READ_ONLY_MS = 12_000;

  private final SiteDisk disk;
  private final SiteClock clock;
  private final Database database;

  PostgreSqlEngine(Path folder) throws IOException, InterruptedException {
    Path data = folder.resolve("data");
    disk = new SiteDisk(data, MEGABYTES, folder.resolve("faulty-disk"));
    // The standby is on the same machine.
    clock = new SiteClock(folder.resolve("clock"));
    try {
      database = new Database(data, Programs.with(this::preload));
    } catch (RuntimeException | AssertionError | IOException e) {
      disk.close();
      throw e;
    }
  }

  private void preload(ProcessBuilder started) {
    disk.preload(started);
    clock.preload(started);
  }

  @Override
  public int port() {
    return database.port();
  }

  @Override
  public String url(String host, int port) {
    return Database.url(host + ":" + port);
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
    all.add(new Fault("engine killed", database::kill, database::restart, DOWN_MS));
    all.add(Fault.failover(
        "primary killed and its standby promoted",
        () -> failOver(address),
        database::renewStandby,
        DOWN_MS));
    all.add(Fault.stopped("engine", database::pause, database::resume));
    return all;
  }

  private void failOver(BreakableNetwork address) {
    database.failOver();
    address.leadTo(database.port());
  }

  @Override
  public Optional<Backup> backup() {
    return Optional.of(new Backup() {
      @Override
      public void make(Path copy) {
        database.backUp(copy);
      }

      @Override
      public void restore(Path copy) {
        database.restore(copy);
      }
    });
  }

  @Override
  public void close() {
    database.close();
    disk.close();
  }
}
