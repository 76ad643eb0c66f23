package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mintmark.error.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * What holds on engines that are servers, whose sessions an administrator ends. H2 is none: now and
 * then the transaction of a session that was ended there keeps its locks for ever.
 */
abstract class ServerGaplessContract extends GaplessContract {

  /** The query for the statements that each end one of the other sessions. */
  abstract String killOthers();

  /** The database ends every session but its own, again and again, while numbers are taken. */
  @Test
  void next_sessionsKilled_leaveNoGap() throws Exception {
    GaplessNumbers invoices = invoices();
    List<Callable<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
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
      while (running.stream().anyMatch(each -> !each.isDone()) && killed < 40) {
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
    GaplessReport report = invoices.check(database(), DOCUMENTS);
    GaplessReport.Counter counter = report.counters().get(0);
    assertThat(counter.missing() + counter.repeated() + counter.neverGiven())
        .as(report.toString())
        .isZero();
    // A commit whose answer was lost may have been done.
    assertThat(counter.last()).isGreaterThanOrEqualTo(160);
  }

  /** Ends all sessions but its own, and counts them. */
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
