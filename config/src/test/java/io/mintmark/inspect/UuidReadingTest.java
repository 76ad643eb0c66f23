package io.mintmark.inspect;

import static io.mintmark.inspect.Readings.PRESETS;
import static io.mintmark.inspect.Readings.only;
import static io.mintmark.inspect.Readings.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UuidReadingTest {

  @ParameterizedTest
  @CsvSource({
    "C232AB00-9414-11EC-B3C8-9F6BDECED846, uuid-v1, 2022-02-22T19:22:22Z",
    "000003e8-9414-21ec-9300-9f6bdeced846, uuid-v2, 2022-02-22T19:16:56.189952Z",
    "5df41881-3aed-3515-88a7-2f4a814cf09e, uuid-v3,",
    "919108f7-52d1-4320-9bac-f847db4148a8, uuid-v4,",
    "2ed6657d-e927-568b-95e1-2665a8aea6a2, uuid-v5,",
    "1EC9414C-232A-6B00-B3C8-9F6BDECED846, uuid-v6, 2022-02-22T19:22:22Z",
    "017F22E2-79B0-7CC3-98C4-DC0C0C07398F, uuid-v7, 2022-02-22T19:22:22Z",
    "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0, uuid-v8,",
    "2489E9AD-2EE2-9E00-8EC9-32D5F69181C0, uuid-v9,",
    "2489E9AD-2EE2-0E00-8EC9-32D5F69181C0, uuid-v0,",
    "00000000-0000-0000-0000-000000000000, uuid-nil,",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF, uuid-max,",
    "2489E9AD-2EE2-4E00-7EC9-32D5F69181C0, uuid-reserved,",
    "2489E9AD-2EE2-4E00-DEC9-32D5F69181C0, uuid-reserved,",
    "2489E9AD-2EE2-4E00-EEC9-32D5F69181C0, uuid-reserved,"
  })
  void inspect_ofUuid_givesItsVersionAndTime(UUID uuid, String kind, Instant time) {
    String text = uuid.toString();
    Reading reading = only(text);
    assertThat(reading.kind()).isEqualTo(kind);
    assertThat(reading.time().orElse(null)).isEqualTo(time);
    assertThat(reading.plausible()).isTrue();
    assertThat(reading.fields()).containsEntry("id", text);
    assertThat(only(text.replace("-", ""))).isEqualTo(reading);
    assertThat(only("{" + text + "}")).isEqualTo(reading);
    assertThat(only("urn:uuid:" + text)).isEqualTo(reading);
    assertThat(only("UUID('" + text + "')")).isEqualTo(reading);
    assertThat(value(reading)).isEqualTo(new BigInteger(text.replace("-", ""), 16));
  }

  @Test
  void inspect_uuidWithNode_showsWhetherItIsRandom() {
    assertThat(only("C232AB00-9414-11EC-B3C8-9F6BDECED846").fields())
        .containsEntry("clock-sequence", "13256")
        .containsEntry("node", "9f6bdeced846 (random)");
    assertThat(only("1EC9414C-232A-6B00-B3C8-9E6BDECED846").fields())
        .containsEntry("node", "9e6bdeced846");
    assertThat(only("000003e8-9414-21ec-9302-9f6bdeced846").fields())
        .containsEntry("local-id", "1000")
        .containsEntry("domain", "2")
        .containsEntry("clock-sequence", "19");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "919108f7-52d1-4320-9bac-f847db4148a",
        "919108f7-52d1-4320-9bac-f847db4148ag",
        "919108f752-d1-4320-9bac-f847db4148a8",
        "919108f7-52d1-4320-9bac_f847db4148a8",
        "-1-1-1-1-1"
      })
  void inspect_almostAUuid_isEmpty(String text) {
    assertThat(PRESETS.inspect(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void inspect_ofRandomUuid_showsEveryBit(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      UUID uuid = new UUID(random.nextLong(), random.nextLong());
      Reading reading = only(uuid.toString());
      assertThat(reading.bits().stream().mapToInt(BitField::width).sum()).isEqualTo(128);
      assertThat(value(reading)).isEqualTo(new BigInteger(uuid.toString().replace("-", ""), 16));
    }
  }
}
