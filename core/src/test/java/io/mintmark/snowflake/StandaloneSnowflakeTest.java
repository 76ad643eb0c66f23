package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SpecMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.OnClockBehind;
import io.mintmark.internal.line.Context;
import io.mintmark.testkit.ManualTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandaloneSnowflakeTest {

  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  @TempDir
  Path folder;

  private final ManualTime time = new ManualTime(START);
  private final Set<Long> seen = new HashSet<>();

  private StandaloneSnowflake open(Consumer<SnowflakeBuilder> settings) {
    return StandaloneSnowflake.open(
        "alone",
        new Context(
            time.wall(),
            time.elapsed(),
            false,
            Runnable::run,
            Duration.ofSeconds(2),
            () -> new SplittableRandom(1)),
        builder -> settings.accept(builder.worker(7)));
  }

  private void make(SnowflakeGenerator generator, int count) {
    for (int i = 0; i < count; i++) {
      long id = generator.next();
      assertThat(generator.decode(id).worker()).isEqualTo(7);
      assertThat(seen.add(id)).isTrue();
    }
  }

  @Test
  void standalone_systemClocks_makesIds() {
    try (StandaloneSnowflake generator = StandaloneSnowflake.open("alone", s -> s.worker(7))) {
      long[] ids = generator.next(50_000);
      assertThat(ids).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void close_anyTime_refusesCallsAndLetsAnotherHaveTheFile() {
    Path file = folder.resolve("state");
    StandaloneSnowflake closed = open(s -> s.stateFile(file));
    make(closed, 10);
    closed.close();
    closed.close();
    assertThatThrownBy(closed::next).isInstanceOf(ClosedException.class);
    try (StandaloneSnowflake generator = open(s -> s.stateFile(file))) {
      make(generator, 10);
    }
  }

  @Test
  void stateFile_restartUnderAClockSetBack_neverRepeats() {
    Path file = folder.resolve("state");
    for (int restart = 0; restart < 20; restart++) {
      try (StandaloneSnowflake generator = open(s -> s.stateFile(file))) {
        make(generator, 500);
        time.advance(Duration.ofMillis(300));
        make(generator, 500);
      }
      time.stepWall(Duration.ofMillis(restart % 2 == 0 ? -900 : 1_000));
    }
  }

  @Test
  void stateFile_clockSetBackAnHour_isRefusedAloud() {
    Path file = folder.resolve("state");
    try (StandaloneSnowflake generator = open(s -> s.stateFile(file))) {
      make(generator, 10);
    }
    time.stepWall(Duration.ofHours(-1));
    try (StandaloneSnowflake generator = open(s -> s.stateFile(file))) {
      assertThatThrownBy(generator::next)
          .isInstanceOf(ClockBehindException.class)
          .hasMessageContaining("worker=7");
    }
  }

  @Test
  void stateFile_inUse_isRefused() {
    Path file = folder.resolve("state");
    try (StandaloneSnowflake generator = open(s -> s.stateFile(file))) {
      make(generator, 1);
      assertThatThrownBy(() -> open(s -> s.stateFile(file)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("in use")
          .hasMessageContaining(file.toString());
    }
  }

  @Test
  void stateFile_otherLayout_isRefused() {
    Path file = folder.resolve("state");
    open(s -> s.stateFile(file)).close();
    assertThatThrownBy(() -> open(s -> s.layout(SnowflakeLayout.JS_SAFE).stateFile(file)))
        .isInstanceOf(SpecMismatchException.class);
  }

  @Test
  void stateFile_foreignOrTruncated_isRefusedAndLeftAsItIs() throws IOException {
    Path file = folder.resolve("state");
    for (byte[] bytes : new byte[][] {
      new byte[] {1}, new byte[48], "hello, I am not a state file".getBytes(StandardCharsets.UTF_8)
    }) {
      Files.write(file, bytes);
      assertThatThrownBy(() -> open(s -> s.stateFile(file)))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("no state file");
      assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    }
  }

  @Test
  void stateFile_oneSlotTorn_goesOnFromTheOther() throws IOException {
    Path file = folder.resolve("state");
    try (StandaloneSnowflake generator = open(s -> s.stateFile(file))) {
      make(generator, 10);
    }
    byte[] whole = Files.readAllBytes(file);
    assertThat(whole).hasSize(48);
    whole[47] ^= 1;
    Files.write(file, whole);
    try (StandaloneSnowflake generator = open(s -> s.stateFile(file))) {
      make(generator, 10);
    }
  }

  @Test
  void build_wrongSettings_saysAllFaultsAtOnce() {
    assertThatThrownBy(() -> open(s -> s.worker(1024).scope("x").onClockBehind(OnClockBehind.HOP)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("worker=1024")
        .hasMessageContaining("scope")
        .hasMessageContaining("hop");
  }

  @Test
  void preferredWorker_ofHostNames_isRead() {
    assertThat(PreferredWorker.ofStatefulSet("orders-7")).isEqualTo(7);
    assertThat(PreferredWorker.ofHostName("snowalker朝闻道夕死可矣", 1 << 20)).isEqualTo(205219);
    assertThat(PreferredWorker.ofHostName("host-12", 1024))
        .isEqualTo(PreferredWorker.ofHostName("host-21", 1024));
    for (String name : new String[] {"", "orders", "orders-", "orders-x", "-9999999999"}) {
      assertThatThrownBy(() -> PreferredWorker.ofStatefulSet(name))
          .isInstanceOf(ConfigurationException.class);
    }
    assertThatThrownBy(() -> PreferredWorker.ofHostName("", 4))
        .isInstanceOf(ConfigurationException.class);
  }
}
