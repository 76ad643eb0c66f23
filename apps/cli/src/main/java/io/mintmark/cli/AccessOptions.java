package io.mintmark.cli;

import io.mintmark.cli.ServedBy.Access;
import io.mintmark.error.Message;
import io.mintmark.store.engine.KeyFiles;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The token or certificate to show to a server, and the certificates for verifying the server's
 * certificate.
 */
final class AccessOptions {

  /**
   * The environment variable that names the file with the token. No variable has the token itself,
   * because a token may be replaced while a process runs, and a process's environment cannot
   * change.
   */
  static final String TOKEN_FILE = "MINTMARK_TOKEN_FILE";

  static final String AUTHORITIES = "MINTMARK_CA_FILE";

  static final String CERTIFICATE = "MINTMARK_CERTIFICATE_FILE";

  static final String KEY = "MINTMARK_KEY_FILE";

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

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description = "A PEM file with the certificate to show to a server that takes one in place"
          + " of a token. Default: the file that " + CERTIFICATE + " names.")
  private @Nullable Path certificate;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description =
          "A PEM file with the certificate's key. Default: the file that " + KEY + " names.")
  private @Nullable Path key;

  Access access(Map<String, String> environment) {
    return new Access(
        chosen(tokenFile, environment.get(TOKEN_FILE)),
        chosen(authorities, environment.get(AUTHORITIES)),
        own(environment));
  }

  private Optional<KeyFiles> own(Map<String, String> environment) {
    Optional<Path> shown = chosen(certificate, environment.get(CERTIFICATE));
    Optional<Path> secret = chosen(key, environment.get(KEY));
    if (shown.isPresent() != secret.isPresent()) {
      throw new IllegalArgumentException(Message.of(
          "a certificate without its key, or a key without its certificate: --certificate={},"
              + " --key={}; nothing was done",
          shown.map(Path::toString).orElse(""),
          secret.map(Path::toString).orElse("")));
    }
    return shown.flatMap(first -> secret.map(second -> new KeyFiles(first, second)));
  }

  private static Optional<Path> chosen(@Nullable Path given, @Nullable String otherwise) {
    return Optional.ofNullable(given)
        .or(() -> Optional.ofNullable(otherwise).filter(text -> !text.isEmpty()).map(Path::of));
  }
}
