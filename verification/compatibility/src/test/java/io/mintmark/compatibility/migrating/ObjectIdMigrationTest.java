package io.mintmark.compatibility.migrating;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.objectid.ObjectId;
import java.util.Collections;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The MongoDB driver's ObjectIds and ours, made by one process. */
final class ObjectIdMigrationTest {

  private static final int IDS = 100_000;

  @Test
  @Tag("long")
  void next_togetherWithTheDriver_isDisjointAndReadsItsIds() {
    Set<String> before = Stream.generate(() -> new org.bson.types.ObjectId().toHexString())
        .limit(IDS)
        .collect(Collectors.toSet());
    Set<String> after =
        Stream.generate(() -> ObjectId.next().toString()).limit(IDS).collect(Collectors.toSet());

    assertThat(after).hasSize(IDS);
    assertThat(Collections.disjoint(after, before)).isTrue();
    assertThat(before).allSatisfy(hex -> {
      ObjectId read = ObjectId.parse(hex);
      assertThat(read).hasToString(hex);
      assertThat(read.time().getEpochSecond())
          .isEqualTo(new org.bson.types.ObjectId(hex).getTimestamp());
    });
    assertThat(after)
        .allSatisfy(
            hex -> assertThat(new org.bson.types.ObjectId(hex).toHexString()).isEqualTo(hex));
  }
}
