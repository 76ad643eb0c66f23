package io.mintmark.server;

import io.mintmark.server.net.PemFiles;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where it is written who may do what.
 *
 * @param tokens who may; everybody if there is none
 * @param tls how connections are encrypted, if they are
 * @param audit where it is recorded what was done, if it is
 * @param auditAbove requests for more ids than this are recorded
 */
record AccessControlFiles(
    Optional<Path> tokens, Optional<PemFiles> tls, Optional<Path> audit, long auditAbove) {

  /** Tells whether strangers are kept out and cannot listen either. */
  boolean keepsStrangersOut() {
    return tokens.isPresent() && tls.isPresent();
  }
}
