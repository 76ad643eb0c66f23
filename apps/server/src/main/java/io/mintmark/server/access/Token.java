package io.mintmark.server.access;

import io.mintmark.config.NamePattern;
import io.mintmark.config.Section;
import io.mintmark.config.SettingReader;
import io.mintmark.config.SettingValue;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.service.IdService;
import io.mintmark.time.ElapsedClock;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What one token is good for.
 *
 * @param name how people call it; it stands in the audit log
 * @param secret what is known of its text
 * @param scopes what it allows, with all that is included in it
 * @param generators the names that it is for; all if there is none
 * @param maxCount how many ids one request may ask for, if that is limited for this token
 * @param rate how many ids or requests it may make, if that is limited
 */
record Token(
    String name,
    Secret secret,
    Set<Scope> scopes,
    List<NamePattern> generators,
    Optional<Long> maxCount,
    Optional<RateLimit> rate) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final long MAX_RATE = 1_000_000_000;

  boolean has(Scope wanted) {
    return scopes.contains(wanted);
  }

  boolean isForAll() {
    return generators.isEmpty();
  }

  boolean isFor(String generator) {
    return isForAll() || generators.stream().anyMatch(pattern -> pattern.matches(generator));
  }

  /** A caller that has shown none. */
  static Token nobody() {
    return new Token(
        "nobody",
        Secret.of(""),
        EnumSet.noneOf(Scope.class),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** Every caller of a server that asks for no tokens. */
  static Token anyone() {
    return new Token(
        "anyone", Secret.of(""), Scope.ADMIN.all(), List.of(), Optional.empty(), Optional.empty());
  }

  /** Reads one from its section of a file; what is wrong with it is added to the faults. */
  static Optional<Token> read(
      String name, Section section, ElapsedClock clock, List<String> faults) {
    SettingReader reader = new SettingReader(section.settings(), section.place());
    Optional<Secret> secret = secret(reader);
    Set<Scope> scopes =
        reader.read("scopes", Token::scopes).orElseGet(() -> EnumSet.noneOf(Scope.class));
    List<NamePattern> generators = reader.read("generators", Token::patterns).orElse(List.of());
    Optional<Long> maxCount = reader.read("max-count", Token::maxCount);
    Optional<Long> rate = reader.read("rate", Token::rate);
    Optional<Long> burst = reader.read("burst", Token::rate);
    reader.refuseUnread("a token");
    if (!NAME.matcher(name).matches()) {
      reader.fault(
          "hash",
          Message.of("the token's name is not 1 to 64 of A-Za-z0-9._-:" + " name={}", name));
    }
    if (scopes.isEmpty() && reader.faults().isEmpty()) {
      reader.fault("scopes", "the token has no scopes: give it next, read, claim or admin");
    }
    if (burst.isPresent() && rate.isEmpty()) {
      reader.fault("burst", Message.of("a burst is given without a rate: burst={}", burst.get()));
    }
    Optional<RateLimit> limit = rate.map(each -> new RateLimit(each, burst.orElse(each), clock));
    Optional<Token> token =
        secret.map(known -> new Token(name, known, scopes, generators, maxCount, limit));
    if (token.isPresent() && token.get().has(Scope.CLAIM) && !token.get().isForAll()) {
      reader.fault(
          "generators",
          Message.of(
              "a token with the scope claim or admin cannot be bound to generators, as lines"
                  + " belong to none: generators={}",
              generators));
    }
    faults.addAll(reader.faults());
    return token.filter(whole -> reader.faults().isEmpty());
  }

  /** Not by the reader's own way to tell a fault, which shows the value. */
  private static Optional<Secret> secret(SettingReader reader) {
    Optional<String> text = reader.read("hash", hash -> hash);
    try {
      return Optional.of(Secret.parse(text.orElse("")));
    } catch (IllegalArgumentException e) {
      reader.fault("hash", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static Set<Scope> scopes(String text) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    words(text)
        .forEach(word -> scopes.addAll(SettingValue.word(Scope.class, word).all()));
    return scopes;
  }

  private static List<NamePattern> patterns(String text) {
    List<NamePattern> patterns = words(text).stream().map(NamePattern::new).toList();
    if (patterns.isEmpty()) {
      throw new IllegalArgumentException(
          "not a list of generators' names; leave it out for all" + " of them");
    }
    return patterns.stream().anyMatch(NamePattern::isAny) ? List.of() : patterns;
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(","))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }

  private static long maxCount(String text) {
    long count = SettingValue.number(text);
    if (count < 1 || count > IdService.MAX_COUNT) {
      throw new IllegalArgumentException("a request is for 1 to " + IdService.MAX_COUNT + " ids");
    }
    return count;
  }

  private static long rate(String text) {
    long rate = SettingValue.number(text);
    if (rate < 1 || rate > MAX_RATE) {
      throw new ConfigurationException(
          "token",
          Message.of(
              "the rate is not 1 to {} ids or requests a second:" + " rate={}", MAX_RATE, rate));
    }
    return rate;
  }
}
