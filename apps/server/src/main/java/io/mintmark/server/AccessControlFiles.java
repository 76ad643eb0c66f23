package io.mintmark.server;

import io.mintmark.server.net.PemFiles;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files that say which token may do what.
 *
 * @param tokens the file of tokens; without it everybody may do everything
 * @param tls how connections are encrypted, if they are
 * @param auditAbove requests for more ids than this are recorded
 */
record AccessControlFiles(Optional<Path> tokens, Optional<PemFiles> tls, long auditAbove) {

  /** Tells whether strangers are kept out and cannot listen either. */
  boolean keepsStrangersOut() {
    return tokens.isPresent() && tls.isPresent();
  }
}
