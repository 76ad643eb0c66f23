package io.mintmark.speed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What wrk sends.
 *
 * @param post one request at a time
 * @param pipeline several at once
 */
record WrkScripts(Path post, Path pipeline) implements AutoCloseable {

  private static final String POST = "wrk.method = 'POST'\n";

  private static final String PIPELINE = """
      wrk.method = 'POST'
      init = function(args)
        local requests = {}
        for i = 1, 16 do requests[i] = wrk.format() end
        all = table.concat(requests)
      end
      request = function() return all end
      """;

  /** Writes them; they are deleted with this. */
  static WrkScripts write() throws IOException {
    return new WrkScripts(
        Files.writeString(Files.createTempFile("post", ".lua"), POST),
        Files.writeString(Files.createTempFile("pipeline", ".lua"), PIPELINE));
  }

  @Override
  public void close() throws IOException {
    Files.delete(post);
    Files.delete(pipeline);
  }
}
