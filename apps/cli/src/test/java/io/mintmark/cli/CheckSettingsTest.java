package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Config;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that for any ids, the proposed generator can be opened and continues above them. */
final class CheckSettingsTest {

  private static final long[] CORNERS = {
    0,
    1,
    -1,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE,
    Integer.MAX_VALUE,
    1L << 53,
    1L << 62,
    2_125_072_407_592_558_592L,
    873_903_409_242_309L,
    1_795_491_000_000L
  };

  @TempDir
  private Path directory;

  private Path yaml(String ids, String... more) throws Exception {
    String[] args =
        Arrays.copyOf(new String[] {"check", "--newest", "2026-11-24", "--json"}, 4 + more.length);
    System.arraycopy(more, 0, args, 4, more.length);
    Run run = Run.withInput(ids, args);
    assertThat(run.code()).as("%s %s", ids, run.err()).isBetween(0, 1);
    assertThat(run.err()).isEmpty();
    Map<?, ?> json = (Map<?, ?>) run.json();
    return Files.writeString(directory.resolve("mintmark.yaml"), String.valueOf(json.get("yaml")));
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void check_anyNumbers_proposesValidSettingsThatContinueAbove(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 60; i++) {
      long start = CORNERS[random.nextInt(CORNERS.length)];
      long step = 1L << random.nextInt(40) | random.nextInt(2);
      int count = 1 + random.nextInt(300);
      long[] numbers = LongStream.range(0, count).map(n -> start - n * step).toArray();
      Path file =
          yaml(Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining("\n")));
      if (Files.size(file) > 0) {
        Config config = Config.load(file);
        config.named("ids").settings().check("ids");
        long greatest = Arrays.stream(numbers).max().orElseThrow();
        if (i % 10 == 0) {
          Run next = Run.now("next", "ids", "--config", file.toString(), "--store", "memory:");
          assertThat(next.code()).as("seed %s, %s: %s", seed, i, next.err()).isZero();
          assertThat(new BigInteger(next.out().strip()))
              .as("seed %s, %s", seed, i)
              .isGreaterThan(BigInteger.valueOf(greatest));
        }
      }
    }
  }

  @Test
  void check_layoutsOf64Bits_continueWithOneTimeBitLess() throws Exception {
    for (String layout : new String[] {"discord", "instagram"}) {
      Path file = yaml("1541815603606036480", "--as", layout);
      assertThat(file).as(layout).isNotEmptyFile();
      Run next = Run.now("next", "ids", "--config", file.toString(), "--store", "memory:");
      assertThat(next.out().strip()).as(layout).isGreaterThan("1541815603606036480");
    }
  }

  @Test
  void check_layoutWhoseTimeHasEnded_proposesNothing() throws Exception {
    assertThat(yaml("1541815603606036480", "--as", "uid-generator")).isEmptyFile();
  }

  @Test
  void check_typeIds_continueWithTheirPrefix() throws Exception {
    Path file = yaml("user_01h455vb4pex5vsknk084sn02q");
    Run next = Run.now("next", "ids", "--config", file.toString(), "--store", "memory:");
    assertThat(next.out()).startsWith("user_").isGreaterThan("user_01h455vb4pex5vsknk084sn02q");
    assertThat(yaml("user_01h455vb4pex5vsknk084sn02q\norder_01h455vb4pex5vsknk084sn02q"))
        .isEmptyFile();
  }
}
