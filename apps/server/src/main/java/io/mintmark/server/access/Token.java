package io.mintmark.server.access;

import io.mintmark.config.NamePattern;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;

/**
 * A token and its rights.
 *
 * @param name its name for people; the audit log contains it
 * @param secrets the hashes of its texts; a caller may send any of these texts
 * @param subject the subject of a client certificate that is equivalent to its text, if any
 * @param scopes its scopes, with all included scopes
 * @param generators the names of its generators; all if the list is empty
 * @param lines the lines (counters of the store) on which it may claim; all if the list is empty
 * @param expires the time from which it is refused, if any
 * @param rate the rate of ids or requests, if limited
 */
record Token(
    String name,
    List<Secret> secrets,
    Optional<X500Principal> subject,
    Set<Scope> scopes,
    List<NamePattern> generators,
    List<NamePattern> lines,
    Optional<Instant> expires,
    Optional<RateLimit> rate) {

  /** The name of a certificate as a credential. */
  static final String CERTIFICATE = "certificate";

  /** The token of a caller that has shown none. */
  static final Token NOBODY = unlimited("nobody", EnumSet.noneOf(Scope.class));

  /** The token of every caller of a server without tokens. */
  static final Token ANYONE = unlimited("anyone", Scope.ADMIN.all());

  boolean has(Scope wanted) {
    return scopes.contains(wanted);
  }

  boolean isForAll() {
    return generators.isEmpty();
  }

  boolean isFor(String generator) {
    return isForAll() || generators.stream().anyMatch(pattern -> pattern.matches(generator));
  }

  boolean isForLine(String line) {
    return lines.isEmpty() || lines.stream().anyMatch(pattern -> pattern.matches(line));
  }

  /** Returns whether it has expired. Reads the clock only if it can expire. */
  boolean hasExpired(InstantSource clock) {
    return expires.isPresent() && !clock.instant().isBefore(expires.get());
  }

  /** The names of its credentials: the starts of its hashes, and a certificate. */
  Stream<String> credentials() {
    return Stream.concat(
        secrets.stream().map(Secret::start), subject.stream().map(whose -> CERTIFICATE));
  }

  private static Token unlimited(String name, Set<Scope> scopes) {
    return new Token(
        name,
        List.of(),
        Optional.empty(),
        scopes,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }
}
