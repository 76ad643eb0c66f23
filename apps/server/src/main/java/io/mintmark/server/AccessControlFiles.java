package io.mintmark.server;

import io.mintmark.server.net.PemFiles;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files that define access control.
 *
 * @param tokens the file of tokens; without it every caller may do everything
 * @param tls the files for TLS, if connections are encrypted
 * @param auditAbove requests for more ids than this are recorded
 */
record AccessControlFiles(Optional<Path> tokens, Optional<PemFiles> tls, long auditAbove) {

  /** Returns whether unknown callers are refused and cannot eavesdrop. */
  boolean keepsStrangersOut() {
    return tokens.isPresent() && tls.isPresent();
  }
}
