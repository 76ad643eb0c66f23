package io.mintmark.server;

import io.mintmark.server.access.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A file of tokens. The text of each token is its name with a suffix. */
public final class TokensFixture {

  private final Path file;
  private final Map<String, String> settings = new LinkedHashMap<>();

  public TokensFixture(Path file) {
    this.file = file;
  }

  public static String text(String name) {
    return name + "-and-32-random-bytes";
  }

  /** Adds a token with settings, for example {@code scopes: [next], rate: 5}. */
  public TokensFixture with(String name, String more) {
    settings.put(name, "hash: " + hash(name) + ", " + more);
    return this;
  }

  /** Adds a token with two texts: its own and the text of another name. */
  public TokensFixture withTwo(String name, String other, String more) {
    settings.put(name, "hash: [" + hash(name) + ", " + hash(other) + "], " + more);
    return this;
  }

  private static String hash(String name) {
    return "\"" + Secret.of(text(name)).text() + "\"";
  }

  public TokensFixture without(String name) {
    settings.remove(name);
    return this;
  }

  /** Replaces the file atomically. */
  public Path write() {
    String text = settings.entrySet().stream()
        .map(each -> each.getKey() + ": {" + each.getValue() + "}\n")
        .collect(Collectors.joining());
    try {
      Path fresh = Files.writeString(file.resolveSibling("fresh"), text);
      return Files.move(
          fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
