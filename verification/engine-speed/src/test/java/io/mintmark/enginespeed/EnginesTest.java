package io.mintmark.enginespeed;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every engine starts, and every way to draw numbers from it gives different ones to all. */
@Tag("long")
final class EnginesTest {

  private static final Load SHORT = new Load(Duration.ofMillis(50), Duration.ofMillis(100));
  private static final int THREADS = 4;

  @TempDir
  private Path folder;

  static Stream<String> names() {
    return Main.engines().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void engine_drawnFromByAllMeans_givesEachNumberOnce(String name) throws Exception {
    try (Engine engine = requireNonNull(Main.engines().get(name)).in(folder);
        Mintmark mint = Mintmark.open(engine.url())) {
      assertThat(engine.version()).isNotEmpty();
      List<Contender> all = new ArrayList<>(Main.ours(mint));
      all.addAll(engine.plain());
      for (Contender each : all) {
        assertThat(SHORT.run(each, THREADS).perSecond()).as(each.name()).isPositive();
      }
    }
  }
}
