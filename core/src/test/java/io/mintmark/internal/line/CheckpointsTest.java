package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.testkit.ManualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("suspends every generator of the JVM")
class CheckpointsTest {

  private static final Context<Resource> GLOBAL = Core.getGlobalContext();

  @Test
  void checkpoint_betweenIds_dropsClaimsAndBlocksUntilRestored() throws Exception {
    ManualTime time = new ManualTime(Instant.parse("2026-03-01T00:00:00Z"));
    try (MemoryStore store = new MemoryStore(time.wall());
        Mintmark mint = Surroundings.SYSTEM
            .clocks(time.wall(), time.elapsed())
            .background(Runnable::run)
            .of(Mintmark.builder())
            .store(store)
            .open()) {
      Sequence segmented = mint.sequence("segmented", s -> s.segment(100, 100));
      Sequence strict = mint.sequence("strict", s -> s.strict(true));
      SnowflakeGenerator users = mint.snowflake("users");
      assertThat(segmented.next()).isEqualTo(1);
      assertThat(strict.next()).isEqualTo(1);
      long before = users.next();

      Resource registered = (Resource) Checkpoints.RESOURCE.orElseThrow();
      registered.beforeCheckpoint(GLOBAL);
      assertThatThrownBy(segmented::next)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("suspended for a checkpoint");
      assertThatThrownBy(strict::next).isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(users::next).isInstanceOf(StoreUnavailableException.class);

      registered.afterRestore(GLOBAL);
      assertThat(segmented.next()).isGreaterThan(100);
      assertThat(strict.next()).isEqualTo(2);
      assertThat(users.next()).isGreaterThan(before);
    }
  }

  private static final class Suspended implements Lifecycle {

    @Override
    public void close() {}

    private int times;
    private boolean now;

    @Override
    public void suspend() {
      times++;
      now = true;
    }

    @Override
    public void resume() {
      now = false;
    }
  }

  /**
   * From time to time, unreachable objects are removed from the list. All others must stay on it.
   */
  @Test
  void suspend_manyReachable_suspendsEachOnceAndResumes() {
    List<Suspended> used = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      used.add(new Suspended());
      Checkpoints.add(used.get(i));
      Checkpoints.add(new Suspended());
    }

    Checkpoints.suspend();
    try {
      assertThat(used).allMatch(each -> each.now && each.times == 1);
    } finally {
      Checkpoints.resume();
    }

    assertThat(used).noneMatch(each -> each.now);
  }

  /** A checkpoint library may keep this object in a set, and may log it. */
  @Test
  void registered_equals_usesIdentity() {
    Object registered = Checkpoints.RESOURCE.orElseThrow();

    // AssertJ's own comparison would not call the object's equals method.
    assertThat(Set.of(registered).contains(registered)).isTrue();
    assertThat(registered.hashCode()).isEqualTo(System.identityHashCode(registered));
    assertThat(registered).isNotEqualTo(GLOBAL).hasToString("mintmark generators");
  }
}
