package io.mintmark.storm;

import io.mintmark.rigs.TestAuthority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import javax.net.ssl.SSLContext;

/** The certificate and the tokens of the servers, in a folder that all servers read. */
final class Access {

  private static final String HERE = "IP:127.0.0.1";

  /** Fewer than the 30 days of the alert for a certificate. */
  private static final int DAYS_LEFT = 20;

  /** Fewer than the 14 days of the alert for a token. */
  private static final int DAYS_LEFT_OF_TOKEN = 10;

  private static final int DAYS_OF_NEW_ONES = 365;
  private static final String SCOPES = "next,read,claim";

  private final Path folder;
  private final TestAuthority authority;
  private final String prometheus;
  private Token current;
  private Token next;

  /**
   * A token made by the command line.
   *
   * @param text the token itself
   * @param hash the hash for the servers' file
   */
  private record Token(String text, String hash) {

    static Token of(String name, String scopes) {
      String said = Programs.mintmark(List.of("token", name, "--scopes", scopes));
      String hash = said.lines()
          .filter(line -> line.startsWith("  hash: "))
          .map(line -> line.substring("  hash: ".length()))
          .findFirst()
          .orElseThrow();
      return new Token(said.lines().findFirst().orElseThrow(), hash);
    }
  }

  /** Makes a certificate and tokens that expire soon. */
  Access(Path folder) throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder);
    authority = new TestAuthority(folder);
    authority.issue("first", HERE, DAYS_LEFT);
    Token scraping = Token.of("prometheus", "read");
    write("prometheus.token", scraping.text);
    prometheus = "prometheus: {hash: " + scraping.hash + ", scopes: [read]}\n";
    current = Token.of("shop", SCOPES);
    next = current;
    write("shop.token", current.text);
    writeHashes(current.hash, DAYS_LEFT_OF_TOKEN);
  }

  private void writeHashes(String hashes, int days) throws IOException {
    write(
        "tokens.yaml",
        "shop: {hash: [" + hashes + "], scopes: [" + SCOPES + "], expires: "
            + LocalDate.now(ZoneOffset.UTC).plusDays(days) + "}\n" + prometheus);
  }

  /** Replaces a file as a whole. */
  private void write(String name, String text) throws IOException {
    Path written = Files.writeString(folder.resolve(name + ".new"), text);
    Files.move(written, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  Path folder() {
    return folder;
  }

  /** The part of a server's configuration that names the files. */
  String configuration() {
    return """
        server:
          tokens: %1$s/tokens.yaml
          tls: {certificate: %1$s/server.pem, key: %1$s/server.key}
          resp-large-numbers: integer
          drain-notice: 500ms
          drain: 10s
        """.formatted(folder);
  }

  /** The token that clients send. */
  String token() {
    try {
      return Files.readString(folder.resolve("shop.token"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Trusts the servers' certificates. */
  SSLContext trusting() throws Exception {
    return authority.trusting();
  }

  /** The authority's certificate. */
  Path root() {
    return authority.root();
  }

  /** Replaces the servers' file by an unreadable file. */
  void spoilTokens() throws IOException {
    write("tokens.yaml", "shop: {hash: [" + current.hash.substring(0, 20));
  }

  /** Adds a token to the servers' file. */
  void addToken() throws IOException {
    next = Token.of("shop", SCOPES);
    writeHashes(current.hash + ", " + next.hash, DAYS_OF_NEW_ONES);
  }

  /** Gives the added token to the clients. */
  void handOutToken() throws IOException {
    write("shop.token", next.text);
  }

  /** Removes the old token from the servers' file. */
  void withdrawOldToken() throws IOException {
    current = next;
    writeHashes(current.hash, DAYS_OF_NEW_ONES);
  }

  /** Replaces the certificate and its key by new ones that are valid for a year. */
  void renewCertificate() throws IOException, InterruptedException {
    authority.issue("renewed", HERE, DAYS_OF_NEW_ONES);
  }
}
