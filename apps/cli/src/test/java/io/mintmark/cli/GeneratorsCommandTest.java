package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GeneratorsCommandTest {

  @Test
  void generators_builtIn_areDescribed() {
    Run run = Run.of("generators", "--store", "memory:");

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .containsSubsequence("objectid (objectid)", "uuid (uuid)", "snowflake (snowflake)")
        .contains("  layout               41/10/12\n");
  }

  @Test
  void generators_json_isAList() {
    assertThat(Run.of("generators", "--store", "memory:", "--json").json())
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .extractingByKey("generators", InstanceOfAssertFactories.LIST)
        .hasSize(3)
        .last(InstanceOfAssertFactories.MAP)
        .containsEntry("name", "snowflake")
        .containsEntry("kind", "snowflake")
        .extractingByKey("facts", InstanceOfAssertFactories.map(String.class, Object.class))
        .containsAllEntriesOf(Map.of("layout", "41/10/12"));
  }

  @Test
  @Tag("long")
  void generators_configured_showTheirNotes(@TempDir Path directory) throws IOException {
    Run run = Run.of(
        "generators", "--store", "memory:", "--config", KeyConfig.in(directory).toString());

    assertThat(run.out())
        .contains(
            "orders (key)\n  description ", "  order numbers\n", "  t_order\n", "  order_id\n");
  }

  @Test
  void generators_storeWithUnknownScheme_fails() {
    Run run = Run.of("generators", "--store", "nosuch:thing");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("store='nosuch:thing'");
  }

  @Test
  void generators_storeAndData_excludeEachOther() {
    Run run = Run.of("generators", "--store", "file:/a", "--data", "/tmp");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("store=file:/a, data=/tmp");
  }
}
