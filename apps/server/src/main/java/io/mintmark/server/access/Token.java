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
 * @param name how people call it; it stands in the audit log
 * @param secrets what is known of its texts, each of which is as good as the others
 * @param subject whose client certificate is as good as its text, if one is
 * @param scopes what it allows, with all that is included in it
 * @param generators the names that it is for; all if there is none
 * @param lines the lines that it may claim on; all if there is none
 * @param expires from when on it is refused, if it ever is
 * @param limits how much may be done with it
 * @param use what was done with it
 */
record Token(
    String name,
    List<Secret> secrets,
    Optional<X500Principal> subject,
    Set<Scope> scopes,
    List<NamePattern> generators,
    List<NamePattern> lines,
    Optional<Instant> expires,
    Limits limits,
    TokenUse use) {

  /** Stands for a certificate where people tell apart what callers show of a token. */
  static final String CERTIFICATE = "certificate";

  /**
   * How much may be done with a token.
   *
   * @param maxCount how many ids one request may ask for, if that is limited for this token
   * @param rate how many ids or requests it may make, if that is limited
   */
  record Limits(Optional<Long> maxCount, Optional<RateLimit> rate) {

    static final Limits NONE = new Limits(Optional.empty(), Optional.empty());
  }

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

  /** Tells whether its time is over; asks for the time only if it has an end. */
  boolean hasExpired(InstantSource clock) {
    return expires.isPresent() && !clock.instant().isBefore(expires.get());
  }

  /** What callers may show of it: the starts of its hashes, and a certificate. */
  Stream<String> credentials() {
    return Stream.concat(
        secrets.stream().map(Secret::start), subject.stream().map(whose -> CERTIFICATE));
  }

  TokenStatus status() {
    return use.status(this);
  }

  /** A caller that has shown none. */
  static Token nobody() {
    return unlimited("nobody", EnumSet.noneOf(Scope.class));
  }

  /** Every caller of a server that asks for no tokens. */
  static Token anyone() {
    return unlimited("anyone", Scope.ADMIN.all());
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
        Limits.NONE,
        new TokenUse());
  }
}
