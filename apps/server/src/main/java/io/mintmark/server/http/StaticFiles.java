package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.service.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The description of the interface for programs, and the files of the console, a page for people.
 * Immutable: the files are read from the jar once, and the page contains the version of this
 * release.
 *
 * <p>Before a browser reuses a file, it checks whether the file's tag is unchanged, so a page never
 * mixes files of two releases. The page may load files of this server only, and may run no inline
 * script or style, so the name of a generator can never become a script.
 */
final class StaticFiles {

  private static final List<String> CONSOLE = List.of(
      "index.html",
      "console.css",
      "mark.svg",
      "app.js",
      "api.js",
      "build.js",
      "generators.js",
      "inspect.js",
      "lines.js",
      "make.js",
      "picture.js",
      "text.js");

  /** The placeholder of the release's version in the page. */
  private static final String VERSION = "@version@";

  /** The library for templates that the page uses. */
  private static final String LIBRARY = "lit-html";

  /** Marks a tag as weak: the replies with this tag may be compressed, or not. */
  private static final String WEAK = "W/";

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

  private final Map<String, HttpReply> replies = new HashMap<>();

  private StaticFiles() {}

  static StaticFiles load() {
    StaticFiles files = new StaticFiles();
    CONSOLE.forEach(name -> files.add(name, "/io/mintmark/server/console/" + name));
    files.add("openapi.json", "openapi.json");
    files.add(
        LIBRARY + ".js",
        "/META-INF/resources/webjars/" + LIBRARY + "/" + version() + "/" + LIBRARY + ".js");
    return files;
  }

  private void add(String name, String resource) {
    String content =
        new String(read(resource), StandardCharsets.UTF_8).replace(VERSION, Version.TEXT);
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    String mediaType = MEDIA_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    replies.put(
        name,
        new HttpReply(200, String.valueOf(mediaType), content, HEADERS)
            .with("etag", WEAK + "\"" + UUID.nameUUIDFromBytes(bytes) + "\""));
  }

  /** Answers with a file, or with 304 if the client already has this version. */
  HttpReply answer(String name, HttpCall call) {
    HttpReply reply = replies.get(name);
    if (reply == null) {
      return HttpReply.problem(
          HttpFault.NOT_FOUND, Message.of("the console has no such file: name={}", name));
    }
    String tag = String.valueOf(reply.headers().get("etag")).substring(WEAK.length());
    return Arrays.stream(call.header("if-none-match").orElse("").split(",", -1))
            .map(String::strip)
            .anyMatch(known -> known.equals("*") || known.endsWith(tag)) // A star matches all tags.
        ? new HttpReply(304, "", "", reply.headers())
        : reply;
  }

  private static String version() {
    Properties properties = new Properties();
    try (InputStream in = open("/META-INF/maven/org.webjars.npm/" + LIBRARY + "/pom.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  private static byte[] read(String resource) {
    try (InputStream in = open(resource)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String resource) {
    @Nullable InputStream in = StaticFiles.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException(
          Message.of("the server's jar is incomplete: missing={}", resource));
    }
    return in;
  }
}
