package io.mintmark.cli;

import io.mintmark.cli.ServedBy.Access;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The token that a server is shown, and the certificates by which its own is checked. */
final class AccessOptions {

  /** A file, as its token may be replaced under a running process; an environment may not. */
  static final String TOKEN_FILE = "MINTMARK_TOKEN_FILE";

  static final String AUTHORITIES = "MINTMARK_CA_FILE";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "The file with the token to show to a server. Default: the file that "
          + TOKEN_FILE + " names.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description =
          "A PEM file with certificates, one of which signed the server's. Default: the file"
              + " that " + AUTHORITIES + " names, else the certificates that Java trusts.")
  private @Nullable Path authorities;

  Access access(Map<String, String> environment) {
    return new Access(
        chosen(tokenFile, environment.get(TOKEN_FILE)),
        chosen(authorities, environment.get(AUTHORITIES)));
  }

  private static Optional<Path> chosen(@Nullable Path given, @Nullable String otherwise) {
    return Optional.ofNullable(given)
        .or(() -> Optional.ofNullable(otherwise).filter(text -> !text.isEmpty()).map(Path::of));
  }
}
