package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.faults.Schedule.Blow;
import io.mintmark.faults.Schedule.Draft;
import io.mintmark.faults.Schedule.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  private static final List<Draft> SITE = List.of(
      new Draft("network cut", List.of(), 6_000, false),
      new Draft("failed over", List.of(), 3_000, true),
      new Draft("killed", List.of(), 1_000, false));

  private static final List<Draft> PROCESSES = List.of(
      new Draft("clock stepped", List.of(1, 3), 4_000, false),
      new Draft("stopped", List.of(0, 2), 7_000, false));

  @Test
  void next_sameSeed_isTheSameSchedule() {
    assertThat(steps(7)).isEqualTo(steps(7)).isNotEqualTo(steps(8));
  }

  @Test
  void next_anySeed_keepsEachFaultToItsTargetsAndTime() {
    for (long seed = 0; seed < 50; seed++) {
      for (Step step : steps(seed)) {
        assertThat(step.calmMs()).isBetween(500L, 2_500L);
        assertThat(step.blows()).hasSizeBetween(1, 2);
        for (Blow blow : step.blows()) {
          Draft draft = Stream.concat(SITE.stream(), PROCESSES.stream())
              .filter(each -> each.fault().equals(blow.fault()))
              .findFirst()
              .orElseThrow();
          assertThat(blow.isOfSite()).isEqualTo(draft.targets().isEmpty());
          assertThat(blow.isOfSite() || draft.targets().contains(blow.target())).isTrue();
          assertThat(blow.lastsMs()).isBetween(draft.lastsMs() / 2, draft.lastsMs());
          assertThat(blow.afterMs()).isBetween(0L, step.blows().get(0).lastsMs());
        }
      }
    }
  }

  @Test
  void next_someSteps_haveHadEveryFault() {
    for (long seed = 0; seed < 50; seed++) {
      Set<String> had = new HashSet<>();
      steps(seed).forEach(step -> step.blows().forEach(blow -> had.add(blow.fault())));
      assertThat(had).as("seed=%d", seed).hasSize(SITE.size() + PROCESSES.size());
    }
  }

  @Test
  void next_firstStep_hasAFailover() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(steps(seed).get(0).blows().get(0).fault())
          .as("seed=%d", seed)
          .isEqualTo("failed over");
    }
  }

  private static List<Step> steps(long seed) {
    return Stream.generate(new Schedule(SITE, PROCESSES, seed)::next).limit(30).toList();
  }
}
