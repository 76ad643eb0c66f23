package io.mintmark.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.mintmark.Mintmark;
import io.mintmark.mybatisplus.Entities.User;
import io.mintmark.store.MemoryStore;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.ibatis.builder.MapperBuilderAssistant;
import org.junit.jupiter.api.Test;

/**
 * Twenty copies of an application make ids at the same time. MyBatis-Plus takes its worker number
 * from the network card and the process id. These copies share both, as containers can, where the
 * process id is 1; ours claim their numbers on one store.
 */
class TwentyCopiesTest {

  private static final int COPIES = 20;
  private static final int ROWS = 1_000;

  @Test
  void copies_withMybatisPlusOwnGenerator_clash_andWithOurs_never() throws Exception {
    TableInfoHelper.initTableInfo(
        new MapperBuilderAssistant(new MybatisConfiguration(), ""), User.class);
    MemoryStore store = new MemoryStore();
    List<Mintmark> mints = new ArrayList<>();
    List<IdentifierGenerator> theirs = new ArrayList<>();
    List<IdentifierGenerator> ours = new ArrayList<>();
    for (int copy = 0; copy < COPIES; copy++) {
      mints.add(Mintmark.open(store));
      ours.add(MintmarkIdentifierGenerator.of(mints.get(copy), Entities.CONFIG, Optional.empty()));
      theirs.add(new DefaultIdentifierGenerator(InetAddress.getLoopbackAddress()));
    }

    int theirDuplicates = duplicates(theirs);
    int ourDuplicates = duplicates(ours);
    mints.forEach(Mintmark::close);

    assertThat(theirDuplicates).isPositive();
    assertThat(ourDuplicates).isZero();
  }

  /** All copies in turn, a row each. */
  private static int duplicates(List<IdentifierGenerator> copies) {
    Set<Long> seen = new HashSet<>();
    int duplicates = 0;
    for (int row = 0; row < ROWS; row++) {
      for (IdentifierGenerator copy : copies) {
        if (!seen.add(copy.nextId(new User()).longValue())) {
          duplicates++;
        }
      }
    }
    return duplicates;
  }
}
