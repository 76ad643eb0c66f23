package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.key.KeyRequest;
import io.mintmark.store.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that are asked for the first time; what opens them runs by hand. */
class OpeningTest {

  private final MemoryStore store = new MemoryStore();
  private final Mintmark mint = Mintmark.open(store);
  private final Queue<Runnable> openings = new ArrayDeque<>();
  private boolean full;
  private IdService service;

  @BeforeEach
  void open(@TempDir Path directory) throws IOException {
    Config config = Config.load(
        Files.writeString(directory.resolve("m.yaml"), "auto-create: {\"a*\": {}, \"b\": {}}"));
    service = new IdService(
        mint, config, new StoreHealth(mint.store()), this::queue, ServiceClocks.system());
  }

  @AfterEach
  void close() {
    mint.close();
    store.close();
  }

  private void queue(Runnable opening) {
    if (full) {
      throw new RejectedExecutionException("full");
    }
    openings.add(opening);
  }

  private List<CompletableFuture<List<String>>> ask(int times, String name) {
    List<CompletableFuture<List<String>>> all = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      all.add(service.nextAsync(name, 1, KeyRequest.PLAIN));
    }
    return all;
  }

  @Test
  void nextAsync_manyForANewName_openItOnce() {
    List<CompletableFuture<List<String>>> asked = ask(64, "a1");
    asked.addAll(ask(1, "b"));

    assertThat(openings).hasSize(2);
    assertThat(asked).noneMatch(CompletableFuture::isDone);
    openings.forEach(Runnable::run);
    assertThat(asked.subList(0, 64))
        .extracting(each -> each.join().get(0))
        .doesNotHaveDuplicates()
        .contains("1", "64");
    assertThat(asked.get(64).join()).containsExactly("1");
  }

  @Test
  void nextAsync_openingFails_allAreToldAndTheNextTriesAgain() {
    List<CompletableFuture<List<String>>> asked = ask(3, "none");
    openings.remove().run();

    assertThat(asked).allMatch(CompletableFuture::isCompletedExceptionally);
    assertThat(ask(1, "none").get(0)).isNotDone();
    assertThat(openings).hasSize(1);
  }

  @Test
  void nextAsync_noThreadToOpenIt_isRefusedAndTheNextTriesAgain() {
    full = true;
    CompletableFuture<List<String>> refused = ask(1, "a1").get(0);
    full = false;
    CompletableFuture<List<String>> next = ask(1, "a1").get(0);
    openings.remove().run();

    assertThat(refused.handle((ids, thrown) -> Problem.causeOf(thrown)).join())
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("too many names wait to be opened: name=a1");
    assertThat(next.join()).containsExactly("1");
  }
}
