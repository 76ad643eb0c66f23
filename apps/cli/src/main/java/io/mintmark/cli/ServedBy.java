package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.store.engine.KeyFiles;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that is used instead of its store.
 *
 * @param url the URL of its HTTP interface, for example {@code https://ids.example.com:7600}
 * @param access the files with the credentials
 */
record ServedBy(String url, Access access) {

  private static final String HTTPS = "https";
  private static final Pattern FORM =
      Pattern.compile("(https?://(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(?::\\d{1,5})?)/?");

  /**
   * The files with the credentials.
   *
   * @param tokenFile the file with the token to show, if any
   * @param authorities the certificates for verifying a server's certificate; if empty, the
   *     certificates that Java trusts
   * @param own the certificate to show to a server, if any
   */
  record Access(Optional<Path> tokenFile, Optional<Path> authorities, Optional<KeyFiles> own) {}

  /**
   * Makes a server from a URL that a person gave.
   *
   * @throws IllegalArgumentException if it is not a server's URL
   */
  static ServedBy named(String text, Access access) {
    Matcher url = FORM.matcher(text);
    if (!url.matches() || URI.create(url.group(1)).getPort() > 65_535) {
      throw new IllegalArgumentException(Message.of(
          "not https://HOST:PORT or http://HOST:PORT: --server={}; the highest port is 65535",
          StoreUrl.mask(text)));
    }
    return new ServedBy(url.group(1), access);
  }

  boolean isTls() {
    return url.startsWith(HTTPS + ":");
  }

  /** Returns the URL of the server as a store. */
  String storeUrl() {
    URI parts = URI.create(url);
    int port = parts.getPort() < 0 ? (isTls() ? 443 : 80) : parts.getPort();
    List<String> query = new ArrayList<>();
    if (isTls()) {
      query.add("tls=true");
      access.authorities().ifPresent(file -> query.add("ca=" + encoded(file)));
      access.own().ifPresent(files -> {
        query.add("certificate=" + encoded(files.certificate()));
        query.add("key=" + encoded(files.key()));
      });
    }
    access.tokenFile().ifPresent(file -> query.add("token-file=" + encoded(file)));
    String address = "mintmark://" + parts.getHost() + ":" + port;
    return query.isEmpty() ? address : address + "?" + String.join("&", query);
  }

  private static String encoded(Path file) {
    return URLEncoder.encode(file.toString(), StandardCharsets.UTF_8);
  }
}
