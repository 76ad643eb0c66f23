package io.mintmark.server.access;

import io.mintmark.service.Problem.Kind;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts the use of the tokens of one name since the start of the server. Thread-safe. */
final class TokenUse {

  /**
   * Permitted requests by credential. A credential stays here when it is removed from the file, so
   * the map grows only if new credentials are added to the file.
   */
  private final Map<String, LongAdder> admitted = new ConcurrentHashMap<>();

  private final LongAdder refused = new LongAdder();
  private final LongAdder limited = new LongAdder();

  /** The counter of permitted requests with one credential. */
  LongAdder admitted(String credential) {
    return admitted.computeIfAbsent(credential, unused -> new LongAdder());
  }

  /** Counts a refusal because of the token. */
  void refused(Kind kind) {
    (kind == Kind.RATE_LIMITED ? limited : refused).increment();
  }

  TokenStatus status(Token token) {
    Map<String, Long> byCredential = token
        .credentials()
        .collect(Collectors.toMap(each -> each, each -> admitted(each).sum(), Long::sum));
    long all = admitted.values().stream().mapToLong(LongAdder::sum).sum();
    return new TokenStatus(
        token.name(), all, byCredential, refused.sum(), limited.sum(), token.expires());
  }
}
