package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The tests for engines that are servers, whose sessions an administrator can kill. H2 is excluded,
 * because the transaction of a killed session sometimes keeps its locks for ever.
 */
abstract class ServerGaplessContract extends GaplessContract {

  /** The number of sessions to kill, unless the threads finish before. */
  private static final int MAX_KILLED = 5 * THREADS;

  /** Returns a query whose rows are statements. Each statement kills one of the other sessions. */
  abstract String killOthers();

  abstract EngineProcess engine();

  /** Returns the URL of the database, for {@link BillingProcess}. */
  abstract String url();

  /** Starts the killed engine again. */
  abstract void restart() throws IOException, SQLException;

  /** Kills the process several times during 32 transactions, like {@code kill -9}. */
  @Test
  @Tag("long")
  void next_processKilled_leavesNoGapAndLosesNothing() throws SQLException {
    GaplessNumbers unused = invoices();
    Set<String> said = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      ChildJvm child = ChildJvm.of(BillingProcess.class, url()).start();
      try (child) {
        hear(child, 200, said);
      }
      said.addAll(child.hearToTheEnd());
    }
    assertNoGap(said);
  }

  @Test
  @Tag("long")
  void next_engineKilled_leavesNoGapAndLosesNothing() throws Exception {
    GaplessNumbers unused = invoices();
    Set<String> said = new HashSet<>();
    try (ChildJvm child = ChildJvm.of(BillingProcess.class, url()).start()) {
      for (int i = 0; i < 3; i++) {
        hear(child, 200, said);
        engine().kill();
        restart();
      }
      hear(child, 200, said);
    }
    assertNoGap(said);
  }

  private static void hear(ChildJvm child, int numbers, Set<String> said) {
    for (int i = 0; i < numbers; i++) {
      assertThat(said.add(child.hear())).as("a number that was said before").isTrue();
    }
  }

  private void assertNoGap(Set<String> said) throws SQLException {
    GaplessReport report = GaplessNumbers.check(database(), "invoices", DOCUMENTS);
    assertThat(report.isComplete()).as(report.toString()).isTrue();
    Set<String> kept = new HashSet<>();
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(DOCUMENTS)) {
      while (rows.next()) {
        kept.add(rows.getString(1));
      }
    }
    assertThat(kept).as("what was committed").containsAll(said);
  }

  /** Kills all other sessions again and again while numbers are taken. */
  @Test
  @Tag("long")
  void next_sessionsKilled_leaveNoGap() throws Exception {
    GaplessNumbers invoices = invoices();
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      all.add(() -> {
        int killed = 0;
        for (int done = 0; done < 20; ) {
          try (Connection connection = begin()) {
            write(connection, invoices.next(connection, "a", DAY).text());
            connection.commit();
            done++;
          } catch (StoreUnavailableException | GaplessConflictException | SQLException e) {
            killed++;
          }
        }
        return killed;
      });
    }
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    try {
      List<Future<Integer>> running = all.stream().map(threads::submit).toList();
      int killed = 0;
      while (running.stream().anyMatch(each -> !each.isDone()) && killed < MAX_KILLED) {
        killed += kill();
      }
      int noticed = 0;
      for (Future<Integer> each : running) {
        noticed += each.get();
      }
      assertThat(noticed).as("transactions that were killed").isPositive();
    } finally {
      threads.shutdownNow();
    }
    GaplessReport report = GaplessNumbers.check(database(), "invoices", DOCUMENTS);
    GaplessReport.Counter counter = report.counters().get(0);
    assertThat(counter.missing() + counter.repeated() + counter.neverGiven())
        .as(report.toString())
        .isZero();
    // A commit whose reply was lost may have succeeded.
    assertThat(counter.last()).isGreaterThanOrEqualTo(THREADS * 20);
  }

  /** Kills all other sessions, and returns their number. */
  private int kill() throws SQLException {
    int killed = 0;
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      List<String> kills = new ArrayList<>();
      try (var rows = statement.executeQuery(killOthers())) {
        while (rows.next()) {
          kills.add(rows.getString(1));
        }
      }
      for (String sql : kills) {
        if (catchThrowable(() -> statement.execute(sql)) == null) {
          killed++;
        }
      }
    }
    return killed;
  }
}
