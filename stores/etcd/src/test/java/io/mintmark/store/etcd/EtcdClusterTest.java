package io.mintmark.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.maintenance.StatusResponse;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.ClaimingProcess;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.testkit.Ranges;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** A cluster of three members, the recommended size for etcd. */
@EnabledIf(value = EtcdServer.CONDITION, disabledReason = EtcdServer.LACKING)
class EtcdClusterTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration START_BOUND = Duration.ofMinutes(2);
  private static final Duration RESUME_BOUND = Duration.ofMinutes(2);
  private static final int CLAIMS = 200;

  /**
   * More answers than can be in transit to the test at any moment. So many new answers must include
   * later claims.
   */
  private static final int CLAIMS_AFTER = 1_000;

  private List<EngineProcess> members;
  private String url;

  @BeforeEach
  void start() throws IOException {
    members = EtcdServer.start(3);
    url = EtcdServer.url(members.toArray(EngineProcess[]::new));
  }

  @AfterEach
  void stop() {
    members.forEach(EngineProcess::close);
  }

  @Test
  @Tag("long")
  void claim_leaderKilledUnderLoad_neverRepeatsAndRecovers() throws Exception {
    survive(leader()::kill);
  }

  @Test
  @Tag("long")
  void claim_leaderPausedUnderLoad_neverRepeatsAndRecovers() throws Exception {
    survive(leader()::pause);
  }

  @Test
  @Tag("long")
  void open_strictOnThreeMembers_succeeds() {
    try (LineStore store =
        EtcdStore.builder().url(url + "?strict=true").timeout(START_BOUND).open()) {
      assertThat(store.durability().isRisky()).isFalse();
      assertThat(store.durability().settings().get(0).value()).isEqualTo("3");
    }
  }

  private void survive(Runnable strike) {
    Map<String, List<LongRange>> claimed = new HashMap<>();
    try (ClaimingProcess one = ClaimingProcess.start(url, TIMEOUT, "cluster/");
        ClaimingProcess two = ClaimingProcess.start(url, TIMEOUT, "cluster/")) {
      one.awaitAnswers(CLAIMS, START_BOUND);
      two.awaitAnswers(CLAIMS, START_BOUND);

      strike.run();

      one.awaitAnswers(one.answers() + CLAIMS_AFTER, RESUME_BOUND);
      two.awaitAnswers(two.answers() + CLAIMS_AFTER, RESUME_BOUND);
      for (ClaimingProcess process : List.of(one, two)) {
        process
            .end()
            .forEach((line, ranges) ->
                claimed.computeIfAbsent(line, name -> new ArrayList<>()).addAll(ranges));
      }
    }
    assertThat(claimed).hasSize(1 + 2 * ClaimingProcess.THREADS);
    claimed.values().forEach(Ranges::assertDisjoint);
  }

  private EngineProcess leader() throws Exception {
    try (Client client =
        Client.builder().endpoints("http://127.0.0.1:" + members.get(0).port()).build()) {
      for (EngineProcess member : members) {
        StatusResponse status = client
            .getMaintenanceClient()
            .statusMember("http://127.0.0.1:" + member.port())
            .get(START_BOUND.toSeconds(), TimeUnit.SECONDS);
        if (status.getLeader() == status.getHeader().getMemberId()) {
          return member;
        }
      }
    }
    throw new AssertionError("a cluster has a leader");
  }
}
