package io.mintmark.faults.day;

import io.mintmark.faults.Programs;
import io.mintmark.rigs.TestAuthority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import javax.net.ssl.SSLContext;

/** The servers' certificate and tokens, in a folder that all of them read. */
final class Access {

  private static final String HERE = "IP:127.0.0.1";

  /** Fewer than the 30 days at which an alert fires for a certificate. */
  private static final int DAYS_LEFT = 20;

  /** Fewer than the 14 days at which one fires for a token. */
  private static final int DAYS_LEFT_OF_TOKEN = 10;

  private static final int DAYS_OF_NEW_ONES = 365;

  private final Path folder;
  private final TestAuthority authority;
  private final String shopsFirst;
  private final String prometheus;
  private String shopsEntry;

  /** A token of the command line: what its holder has, and what the file has. */
  private record NewToken(String token, String hash) {}

  /** Makes a certificate and tokens that end soon. */
  Access(Path folder) throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder);
    authority = new TestAuthority(folder);
    authority.issue("first", HERE, DAYS_LEFT);
    NewToken scraping = newToken("prometheus", "read");
    write("prometheus.token", scraping.token);
    prometheus = "prometheus: {hash: " + scraping.hash + ", scopes: [read]}\n";
    NewToken shop = newToken("shop", "next,read,claim");
    write("shop.token", shop.token);
    shopsFirst = shop.hash;
    shopsEntry = shopsEntry(shopsFirst, DAYS_LEFT_OF_TOKEN);
    write("tokens.yaml", shopsEntry + prometheus);
  }

  private static NewToken newToken(String name, String scopes) {
    List<String> said =
        Programs.mintmark("token", name, "--scopes", scopes).lines().toList();
    String hash = said.stream()
        .filter(line -> line.startsWith("  hash: "))
        .findFirst()
        .orElseThrow()
        .substring("  hash: ".length());
    return new NewToken(said.get(0), hash);
  }

  private static String shopsEntry(String hashes, int days) {
    return "shop: {hash: [" + hashes + "], scopes: [next, read, claim], expires: "
        + LocalDate.now(ZoneOffset.UTC).plusDays(days) + "}\n";
  }

  /** As editors do that keep a file whole: a new one takes the old one's name. */
  private void write(String name, String text) throws IOException {
    Path written = Files.writeString(folder.resolve(name + ".new"), text);
    Files.move(written, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  Path folder() {
    return folder;
  }

  /** What clients show. */
  String token() {
    try {
      return Files.readString(folder.resolve("shop.token"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Trusts the servers' certificates. */
  SSLContext trusting() throws GeneralSecurityException, IOException {
    return authority.trusting();
  }

  /** The authority's certificate. */
  Path root() {
    return authority.root();
  }

  /** Adds a token beside the old one, and gives it to the clients. */
  void addToken() throws IOException {
    NewToken next = newToken("shop", "next,read,claim");
    shopsEntry = shopsEntry(next.hash, DAYS_OF_NEW_ONES);
    write("tokens.yaml", shopsEntry(shopsFirst + ", " + next.hash, DAYS_OF_NEW_ONES) + prometheus);
    write("next.token", next.token);
  }

  /** Gives the token to the clients that was added last. */
  void handOutToken() throws IOException {
    write("shop.token", Files.readString(folder.resolve("next.token")));
  }

  /** Leaves the new token alone in the file. */
  void withdrawOldToken() throws IOException {
    write("tokens.yaml", shopsEntry + prometheus);
  }

  /** Somebody saves a file that cannot be read. */
  void spoilTokens() throws IOException {
    write("tokens.yaml", "shop: {hash: [" + shopsFirst.substring(0, 20));
  }

  /** Replaces the certificate and its key by ones for a year. */
  void renewCertificate() throws IOException, InterruptedException {
    authority.issue("renewed", HERE, DAYS_OF_NEW_ONES);
  }
}
