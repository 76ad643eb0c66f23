package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StoreLinesTest {

  @Test
  void names_everyReservedLine_isALineNameWithThePrefix() {
    for (String name : new String[] {
      StoreLines.IDENTITY,
      StoreLines.GATE,
      StoreLines.DOCTOR,
      StoreLines.from(1),
      StoreLines.from(Long.MAX_VALUE)
    }) {
      assertThat(LineName.check(name)).isEqualTo(name);
      assertThat(LineName.isReserved(name)).as(name).isTrue();
    }
    assertThat(StoreLines.from(4_611_686_018_427_387_905L))
        .isEqualTo("mintmark/from/4611686018427387905");
    assertThat(LineName.isReserved("seq/mintmark/identity")).isFalse();
    assertThat(LineName.isReserved("mintmarks")).isFalse();
  }

  @Test
  void from_zeroIdentity_throws() {
    assertThatThrownBy(() -> StoreLines.from(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("identity=0");
  }
}
