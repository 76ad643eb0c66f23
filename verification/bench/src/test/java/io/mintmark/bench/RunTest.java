package io.mintmark.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.bench.Load.Call;
import io.mintmark.bench.Load.Contender;
import io.mintmark.bench.Load.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunTest {

  private static final List<String> VERBS = List.of("compare", "goals");
  private static final List<String> CHOICES = List.of("redis", "etcd");
  private static final Load SHORT = new Load(Duration.ofMillis(1), Duration.ofMillis(5));

  @Test
  void parse_arguments_readsThemOrThrows() {
    Run compare = Run.parse(VERBS, CHOICES, "compare", "/other", "--brief", "redis");
    assertThat(compare)
        .isEqualTo(new Run("compare", Optional.of(Path.of("/other")), true, List.of("redis")));
    assertThat(Run.parse(VERBS, CHOICES)).isEqualTo(new Run("", Optional.empty(), false, CHOICES));
    assertThatThrownBy(() -> Run.parse(VERBS, CHOICES, "goals", "--breif"))
        .hasMessage("wrong arguments: given=[--breif], choices=[redis, etcd]");
  }

  @Test
  void classPath_ofAnotherCheckout_hasItsModulesAndTheseBenchmarks(@TempDir Path other)
      throws Exception {
    Path redis = Files.createDirectories(other.resolve("stores/redis/target/classes"));
    Files.createDirectories(other.resolve("testkit/target/classes"));
    String own = "/here/core/target/core.jar:/here/verification/bench/target/classes:/jmh.jar";

    assertThat(Run.classPath(Path.of("/here"), own, other))
        .isEqualTo(redis + ":/here/verification/bench/target/classes:/jmh.jar");
  }

  @Test
  void inTurn_severalRounds_alternatesTheDirection() throws Exception {
    List<String> taken = new ArrayList<>();
    Run.parse(VERBS, CHOICES).inTurn(3, List.of("a", "b"), taken::add);
    assertThat(taken).containsExactly("a", "b", "b", "a", "a", "b");
  }

  @Test
  void load_severalThreads_opensAndClosesACallForEach() throws Exception {
    AtomicInteger counter = new AtomicInteger();
    AtomicInteger opened = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger();
    Contender contender = new Contender("counter", () -> {
      opened.incrementAndGet();
      return new Call(counter::incrementAndGet, closed::incrementAndGet);
    });

    assertThat(SHORT.run(contender, 4).perSecond()).isPositive();
    assertThat(List.of(opened.get(), closed.get())).containsOnly(4);
  }

  @Test
  void load_repeatedNumber_throws() {
    assertThatThrownBy(() -> SHORT.run(Contender.shared("same", () -> 7), 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a number came twice: contender=same, number=7");
  }

  @Test
  void figures_ofAHundredCalls_haveTheMedianAndThe99thPercentile() {
    long[] nanos = LongStream.rangeClosed(1, 100).map(i -> i * 1_000).toArray();
    assertThat(new Sample(10, nanos).figures()).containsExactly(10, 50, 99);
  }
}
