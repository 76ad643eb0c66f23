package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.service.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The files of the console, a page for people. Immutable: the files are read from the jar once, and
 * the page contains the version of this release.
 *
 * <p>Before a browser reuses a file, it checks whether the file's tag is unchanged, so a page never
 * mixes files of two releases. The page may load files of this server only, and may run no inline
 * script or style, so the name of a generator can never become a script.
 */
final class ConsoleFiles {

  private static final List<String> OWN = List.of(
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

  /** The library for templates, and its files that the page uses. */
  private static final String LIBRARY = "lit-html";

  private static final List<String> OF_LIBRARY = List.of("lit-html.js");

  /**
   * Marks a tag as weak: two replies with this tag have the same content, but their bytes may
   * differ.
   */
  private static final String WEAK = "W/";

  private static final Map<String, String> MEDIA_TYPES = Map.of(
      "html", "text/html; charset=utf-8",
      "css", "text/css; charset=utf-8",
      "js", "text/javascript; charset=utf-8",
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

  private final Map<String, HttpReply> replies;

  private ConsoleFiles(Map<String, HttpReply> replies) {
    this.replies = replies;
  }

  static ConsoleFiles load() {
    Map<String, HttpReply> replies = new LinkedHashMap<>();
    OWN.forEach(name -> replies.put(name, reply(name, "/io/mintmark/server/console/")));
    String library = "/META-INF/resources/webjars/" + LIBRARY + "/" + version(LIBRARY) + "/";
    OF_LIBRARY.forEach(name -> replies.put(name, reply(name, library)));
    return new ConsoleFiles(replies);
  }

  /**
   * Answers with a file, or with 304 if the client already has this version.
   *
   * @param known the tags of the client's files, as listed in {@code If-None-Match}
   */
  HttpReply answer(String name, String known) {
    HttpReply reply = replies.get(name);
    if (reply == null) {
      return HttpReply.problem(
          HttpFault.NOT_FOUND, Message.of("the console has no such file: name={}", name));
    }
    return isKnown(known, String.valueOf(reply.headers().get("etag")))
        ? new HttpReply(304, "", "", reply.headers())
        : reply;
  }

  /**
   * Returns whether a list contains a tag, weak or not. A star matches every tag (RFC 9110, section
   * 13.1.2).
   */
  private static boolean isKnown(String list, String tag) {
    return Arrays.stream(list.split(",", -1))
        .map(String::strip)
        .anyMatch(each -> each.equals("*") || strong(each).equals(strong(tag)));
  }

  private static String strong(String tag) {
    return tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag;
  }

  private static HttpReply reply(String name, String folder) {
    String text = new String(read(folder + name), StandardCharsets.UTF_8);
    String content = text.replace(VERSION, Version.TEXT);
    String mediaType = MEDIA_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    return new HttpReply(200, String.valueOf(mediaType), content, HEADERS)
        .with("etag", WEAK + "\"" + digest(content) + "\""); // Weak: the reply may be compressed.
  }

  private static String version(String library) {
    Properties properties = new Properties();
    String name = "/META-INF/maven/org.webjars.npm/" + library + "/pom.properties";
    try (InputStream in = open(name)) {
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
    @Nullable InputStream in = ConsoleFiles.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException(
          Message.of("the server's jar is incomplete: missing={}", resource));
    }
    return in;
  }

  private static String digest(String content) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
