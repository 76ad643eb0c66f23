package io.mintmark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.snowflake.StateFileHolder;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Locks of state files that drop, see {@link PlantedLocks}. */
@Tag("fault")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "its locks do not drop")
class PlantedLockTest {

  @TempDir
  Path folder;

  @Test
  void product_asItIs_letsNobodyElseIn() throws Exception {
    Path file = folder.resolve("state");
    try (StateFileHolder holder = new StateFileHolder(file)) {
      assertThat(PlantedLocks.seen(holder, file)).isEmpty();
    }
  }

  @Test
  void lockThatDrops_anotherProcess_isSeenToComeIn() throws Exception {
    assertThat(seen(PlantedLocks.DROPS)).isEqualTo("two processes hold the file");
  }

  @Test
  void lockThatDrops_writesOfOthersNotSeenEither_aPositionComesTwice() throws Exception {
    assertThat(seen(PlantedLocks.DROPS_UNSEEN)).isEqualTo("a position came twice: 10");
  }

  @Test
  void lockThatDrops_lockOfTheFileBesideIt_keepsOthersOut() throws Exception {
    assertThat(seen(PlantedLocks.DROPS_ONE)).isEmpty();
  }

  @Test
  void lockThatDrops_noFileBesideIt_isSeen() throws Exception {
    assertThat(seen(PlantedLocks.DROPS_ALONE)).isEqualTo("two processes hold the file");
  }

  private String seen(PlantedBug bug) throws Exception {
    return PlantedLocks.seen(bug, folder.resolve("state"));
  }
}
