package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.json.JsonObject;
import io.mintmark.rigs.LongRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests many processes on one server. Each has one connection with one request in flight. */
@Timeout(300)
class RemoteManyClientsTest {

  private static final int PROCESSES = LongRun.size(50, 1_000);
  private static final int ROUNDS = LongRun.size(2, 10);

  @Test
  @Tag("sized")
  void write_manyProcessesAtATime_eachIsAnsweredOnce(@TempDir Path directory) throws IOException {
    try (Server server = Server.builder()
        .dataDirectory(directory)
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .set(ServerSettings.DRAIN, MemoryServer.SHORT_DRAIN)
        .start()) {
      List<RawHttp> processes = new ArrayList<>();
      try {
        for (int i = 0; i < PROCESSES; i++) {
          processes.add(new RawHttp(server));
        }
        List<Long> shared = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
          for (int i = 0; i < PROCESSES; i++) {
            processes.get(i).send(request(i));
          }
          for (RawHttp process : processes) {
            List<JsonObject> answers = answers(process);
            assertThat(answers.get(1).text("start")).isEqualTo(Integer.toString(round));
            shared.add(Long.parseLong(answers.get(0).text("start")));
          }
        }
        assertThat(shared)
            .containsExactlyInAnyOrderElementsOf(
                LongStream.range(0, (long) PROCESSES * ROUNDS).boxed().toList());
      } finally {
        for (RawHttp process : processes) {
          process.close();
        }
      }
    }
  }

  /**
   * Returns a request with a claim on a line that all processes use, and some on lines of one
   * process.
   */
  private static String request(int process) {
    List<String> writes = new ArrayList<>(List.of(claim("seq/shared")));
    IntStream.range(0, 7).forEach(i -> writes.add(claim("seq/own/" + process + "/" + i)));
    String body = "{\"writes\":[" + String.join(",", writes) + "]}";
    return "POST /v1/lines HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length()
        + "\r\n\r\n" + body;
  }

  private static String claim(String line) {
    return "{\"line\":\"" + line + "\",\"atLeast\":\"0\",\"count\":\"1\"}";
  }

  private static List<JsonObject> answers(RawHttp process) throws IOException {
    String body = process.answer();
    return JsonObject.parse(body, IllegalStateException::new).objects("answers");
  }
}
