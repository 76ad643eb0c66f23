package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchCommandTest {

  @Test
  void bench_table_hasEveryKindAndSaysWhatItIs() {
    Run run = Run.of("bench", "--millis", "2");

    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .containsSubsequence(
            "AtomicLong (the limit)",
            "sequence",
            "snowflake 41/10/12",
            "snowflake 41/2/20",
            "objectid",
            "objectid as hex",
            "uuid v4",
            "uuid v7")
        .contains("A quick look", "verification/bench");
  }

  @Test
  void bench_json_hasRatesAboveZero() {
    assertThat(Run.of("bench", "--millis", "2", "--json").json())
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("quickLook", true)
        .extractingByKey("kinds", InstanceOfAssertFactories.LIST)
        .hasSize(8)
        .allSatisfy(kind -> assertThat(kind)
            .asInstanceOf(InstanceOfAssertFactories.MAP)
            .hasEntrySatisfying(
                "perSecondTwoThreads",
                rate -> assertThat(((Number) rate).longValue()).isPositive()));
  }

  @Test
  void bench_store_hasClaimsForEachNumberOfThreads(@TempDir Path directory) {
    Run run = Run.of("bench", "--millis", "2", "--store", "file:" + directory);

    assertThat(run.code()).isZero();
    assertThat(run.out()).containsSubsequence("CLAIMS A SECOND", "1 thread", "8 threads", "64 th");
    assertThat(Run.of("lines", "list", "--store", "file:" + directory).out())
        .contains("mintmark/bench/63");
    assertThat(Run.of("bench", "--millis", "2", "--store", "memory:", "--json").json())
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("store", "memory:")
        .extractingByKey("claims", InstanceOfAssertFactories.LIST)
        .hasSize(3);
  }

  @Test
  void bench_noTime_isWrongUsage() {
    assertThat(Run.of("bench", "--millis", "0").code()).isEqualTo(2);
  }
}
