package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimStoreProvider;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptersTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @Test
  void open_memory_isEmpty() {
    try (LineStore store = Adapters.open("memory:", TIMEOUT)) {
      assertThat(store.lines("")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "redis://h/0, io.mintmark:mintmark-store-redis;",
    "rediss://h/0, io.mintmark:mintmark-store-redis;",
    "mongodb+srv://h/0, io.mintmark:mintmark-store-mongodb;",
    "mintmark://h, io.mintmark:mintmark-store-remote;",
    "nosuch:x, store='nosuch:x'"
  })
  void open_noAdapter_namesTheSchemeAndTheArtifact(String url, String reason) {
    assertThatThrownBy(() -> Adapters.open(url, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ids", "", "/var/lib/ids", ":x", "//h:6379", "127.0.0.1:6379", "C:\\ids"})
  void open_noScheme_namesTheRuleAndExamples(String url) {
    assertThatThrownBy(() -> Adapters.open(url, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("this is not a URL with a scheme and a colon")
        .hasMessageContaining("known here=[")
        .hasMessageContaining("for example file:/var/lib/mintmark, redis://")
        .hasMessageNotContaining("mintmark-store-");
  }

  @Test
  void open_namedMemory_isRefusedForTheName() {
    for (String url : List.of("memory:tk", "memory://")) {
      assertThatThrownBy(() -> Adapters.open(url, TIMEOUT))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("a store in memory has no name")
          .hasMessageContaining("store='" + url + "'");
    }
  }

  /** This happens in a container with another copy of this library, or with a part of one. */
  @Test
  void open_brokenAdapterInTheContext_failsNamingIt(@TempDir Path folder) throws Exception {
    withAdapter(
        folder,
        "nosuch.Adapter",
        () -> assertThatThrownBy(() -> Adapters.open("redis://h/0", TIMEOUT))
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining(
                "merge their files META-INF/services/io.mintmark.store.ClaimStoreProvider")
            .hasMessageContaining("an adapter could not be loaded")
            .hasMessageContaining("nosuch.Adapter"));
  }

  private static void withAdapter(Path folder, String name, Runnable test) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(ClaimStoreProvider.class.getName()), name + "\n");
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader context = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
      thread.setContextClassLoader(context);
      test.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Refuses as many openings as its URL states, and counts all openings. */
  public static final class Refusing implements ClaimStoreProvider {

    private static final AtomicInteger ASKED = new AtomicInteger();

    @Override
    public Set<String> schemes() {
      return Set.of("refusing");
    }

    @Override
    public LineStore open(String url, Duration opening, Duration timeout) {
      if (ASKED.incrementAndGet() <= Integer.parseInt(url.substring("refusing:".length()))) {
        throw new StoreUnavailableException("refused");
      }
      return new MemoryStore();
    }
  }

  /** This happens if a connection breaks just when the engine's network recovers. */
  @Test
  void open_refusedOnce_retriesOnce(@TempDir Path folder) throws Exception {
    Refusing.ASKED.set(0);
    withAdapter(folder, Refusing.class.getName(), () -> {
      try (LineStore store = Adapters.open("refusing:1", TIMEOUT)) {
        assertThat(store.claim("line", 0, 1)).isZero();
      }
    });
    assertThat(Refusing.ASKED).hasValue(2);
  }

  @Test
  void open_refusedTwice_throws(@TempDir Path folder) throws Exception {
    Refusing.ASKED.set(0);
    withAdapter(
        folder,
        Refusing.class.getName(),
        () -> assertThatThrownBy(() -> Adapters.open("refusing:2", TIMEOUT))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessage("refused"));
    assertThat(Refusing.ASKED).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "5s", "05000", "3600001", "99999999999"})
  void openTimeout_noTime_isRefused(String value) {
    StoreUrl url = StoreUrl.of("redis://u:secret@h/0?open-timeout-ms=" + value, Set.of());
    assertThatThrownBy(() -> url.openTimeout(TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("open-timeout-ms='" + value + "'")
        .hasMessageNotContaining("secret");
  }

  @Test
  void openTimeout_given_isRemovedFromTheUrl() {
    StoreUrl url = StoreUrl.of("redis://h/0?open-timeout-ms=1500&a=b", Set.of());
    assertThat(url.openTimeout(TIMEOUT)).isEqualTo(Duration.ofMillis(1500));
    assertThat(url.forClient()).isEqualTo("redis://h/0?a=b");
    assertThat(StoreUrl.of("redis://h/0", Set.of()).openTimeout(TIMEOUT)).isEqualTo(TIMEOUT);
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://h/d#c/i, accepts the URL: counter='mongodb://h/d#c/i'",
    "mongodb://h/d#c/i, counters are read from jdbc: and redis: URLs only",
    "jdbc:mysql://h/d#table=a, io.mintmark:mintmark-store-jdbc",
    "redis://u:secret@h/0, the URL names no counter: url=redis://***@h/0"
  })
  void read_noReader_namesTheArtifactOrTheRule(String url, String reason) {
    assertThatThrownBy(() -> Adapters.read(url, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(reason);
  }
}
