package io.mintmark.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.json.Json;
import io.mintmark.key.KeyRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the bound of an id's length, from which the memory for a batch is computed. */
class LongestIdTest {

  private static final int COUNT = 100;

  private static final List<String> NAMES =
      List.of("objectid", "uuid", "typeid", "snowflake", "sequence", "quoted", "other");

  @TempDir
  private Path directory;

  @Test
  void longestId_ofEachKind_isNeverExceeded() throws IOException {
    Config config = Config.load(
        Files.writeString(directory.resolve("mintmark.yaml"), """
        generators:
          objectid: {type: objectid}
          uuid: {type: uuid}
          typeid: {type: typeid, prefix: %s}
          snowflake: {type: snowflake}
          sequence: {type: sequence, start: 9000000000000000000}
          quoted: {type: key, format: '"\\{seq:9}"'}
        auto-create:
          "*": {}
        """.formatted("p".repeat(63))));
    try (Mintmark mint = Mintmark.open("memory:")) {
      IdService service = new IdService(mint, config);
      for (String name : NAMES) {
        int longest = service.longestId(name);
        for (String id : Drawn.next(service, name, COUNT, KeyRequest.PLAIN)) {
          String json = Json.object(object -> object.put("", id));
          assertThat(json.length() - "{\"\":\"\"}".length()).as(name).isBetween(1, longest);
        }
      }

      for (String exact : List.of("uuid", "sequence")) {
        assertThat(service.longestId(exact))
            .isEqualTo(Drawn.next(service, exact, 1, KeyRequest.PLAIN).get(0).length());
      }
    }
  }
}
