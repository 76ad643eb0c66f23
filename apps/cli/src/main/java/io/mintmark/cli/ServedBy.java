package io.mintmark.cli;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The server that has a store.
 *
 * @param url its HTTP interface's
 * @param tokenFile where the token is that it may ask for
 */
record ServedBy(String url, Optional<Path> tokenFile) {

  /** Names a file, not the token: what is in the environment, other processes can read. */
  private static final String TOKEN_FILE = "MINTMARK_TOKEN_FILE";

  /** A server, and the token of who runs this command. */
  static ServedBy at(String url) {
    return new ServedBy(url, Optional.ofNullable(System.getenv(TOKEN_FILE)).map(Path::of));
  }

  /** Its lines as a store. */
  String storeUrl() {
    String query = tokenFile
        .map(file -> "?token-file=" + URLEncoder.encode(file.toString(), StandardCharsets.UTF_8))
        .orElse("");
    return url.startsWith("https:")
        ? url.replaceFirst("https:", "mintmark:") + (query.isEmpty() ? "?" : query + "&")
            + "tls=true"
        : url.replaceFirst("http:", "mintmark:") + query;
  }

  /** What is shown to it in a request's header, if anything. */
  Optional<String> authorization() throws IOException {
    return tokenFile.isEmpty()
        ? Optional.empty()
        : Optional.of("Bearer " + Files.readString(tokenFile.get()).strip());
  }
}
