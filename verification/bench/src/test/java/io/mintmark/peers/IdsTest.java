package io.mintmark.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class IdsTest {

  @TempDir
  private Path folder;

  @Test
  void duplicates_sameIdInTwoFiles_countsEachRepeat() throws Exception {
    Ids first = new Ids();
    Ids second = new Ids();
    for (long id = 1; id <= 10; id++) {
      first.add(id);
      second.add(2 * id);
    }
    first.save(folder, "first");
    second.save(folder, "second");

    assertThat(Ids.duplicates(folder)).isEqualTo(5);
    assertThat(first.broken()).isZero();
  }

  @Test
  void duplicates_wideIds_comparesBothHalves() throws Exception {
    Ids ids = new Ids();
    ids.add(1, 1);
    ids.add(1, -1);
    ids.add(2, 1);
    ids.add(1, 1);
    ids.add(-1, 1);
    ids.save(folder, "wide");

    assertThat(Ids.duplicates(folder)).isEqualTo(1);
    assertThat(ids.broken()).isEqualTo(1);
  }

  @Test
  void duplicates_moreThanAChunk_areAllKept() throws Exception {
    Ids ids = new Ids();
    int many = (1 << 20) + 5;
    for (int i = 0; i < many; i++) {
      ids.add(i % (many - 7));
    }
    ids.save(folder, "many");

    assertThat(ids.count()).isEqualTo(many);
    assertThat(ids.broken()).isEqualTo(1);
    assertThat(Ids.duplicates(folder)).isEqualTo(7);
  }
}
