package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import io.mintmark.service.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The description of the interface for programs, and the files of the console, a page for people.
 * A file is read from the jar at its first use, and the page contains the version of this release.
 *
 * <p>Before a browser reuses a file, it checks whether the file's tag is unchanged, so a page never
 * mixes files of two releases. The page may load files of this server only, and may run no inline
 * script or style, so the name of a generator can never become a script.
 */
final class StaticFiles {

  /** The name of a file of the console. The names of other resources have other characters. */
  private static final Pattern NAME = Pattern.compile("[a-z-]{1,40}\\.[a-z]{1,4}");

  /** The library for templates that the page uses. */
  private static final String LIBRARY = "lit-html";

  private static final Map<String, String> MEDIA_TYPES = Map.of(
      "html", "text/html; charset=utf-8",
      "css", "text/css; charset=utf-8",
      "js", "text/javascript; charset=utf-8",
      "json", Route.JSON,
      "svg", "image/svg+xml");

  private static final Map<String, String> HEADERS = Map.of(
      "cache-control", "no-cache",
      "content-security-policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
              + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
              + " require-trusted-types-for 'script'; trusted-types lit-html",
      "cross-origin-opener-policy", "same-origin",
      "cross-origin-resource-policy", "same-origin",
      "referrer-policy", "no-referrer");

  private final Map<String, HttpReply> replies = new ConcurrentHashMap<>();

  /** Answers with a file, or with 304 if the client already has this version. */
  HttpReply answer(String name, HttpCall call) {
    HttpReply file = replies.computeIfAbsent(name, StaticFiles::read);
    // A proxy that compresses a reply marks its tag as weak. A star matches all tags.
    String known = call.header("if-none-match").orElse("");
    return known.contains("*") || known.contains(String.valueOf(file.headers().get("etag")))
        ? new HttpReply(304, "", "", file.headers())
        : file;
  }

  private static HttpReply read(String name) {
    String mediaType = MEDIA_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    byte[] bytes = Optional.ofNullable(mediaType)
        .filter(known -> NAME.matcher(name).matches())
        .flatMap(known -> resource(path(name)))
        .orElseThrow(() -> new ProblemException(
            Kind.NOT_FOUND, Message.of("the console has no such file: name={}", name)));
    String content = new String(bytes, StandardCharsets.UTF_8).replace("@version@", Version.TEXT);
    return new HttpReply(200, String.valueOf(mediaType), content, HEADERS)
        .with("etag", "\"" + UUID.nameUUIDFromBytes(bytes) + "-" + Version.TEXT + "\"");
  }

  private static String path(String name) {
    return switch (name) {
      case "openapi.json" -> "/io/mintmark/server/http/" + name;
      case LIBRARY + ".js" ->
        "/META-INF/resources/webjars/" + LIBRARY + "/" + versionOfLibrary() + "/" + name;
      default -> "/io/mintmark/server/console/" + name;
    };
  }

  private static String versionOfLibrary() {
    String file = "/META-INF/maven/org.webjars.npm/" + LIBRARY + "/pom.properties";
    return new String(resource(file).orElseThrow(), StandardCharsets.UTF_8)
        .replaceFirst("(?s).*\\bversion=(\\S+).*", "$1");
  }

  private static Optional<byte[]> resource(String path) {
    try (@Nullable InputStream in = StaticFiles.class.getResourceAsStream(path)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
