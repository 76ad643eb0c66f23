package io.mintmark.server.access;

import io.mintmark.config.NamePattern;
import io.mintmark.config.Section;
import io.mintmark.config.Setting;
import io.mintmark.config.SettingReader;
import io.mintmark.config.SettingType;
import io.mintmark.error.Message;
import io.mintmark.service.IdService;
import io.mintmark.time.ElapsedClock;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A token and its rights.
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

  /** What stands there is shown nowhere: somebody may have put the token itself there. */
  private static final Setting<Secret> HASH = new Setting<>(
      "hash",
      SettingType.of("hash", Secret::parse).secret(),
      "",
      "The hash of the token's text, as mintmark token prints it; needed.");

  private static final Setting<Set<Scope>> SCOPES = new Setting<>(
      "scopes",
      SettingType.of(Scope.TYPE.name(), Token::scopes),
      "",
      "What the token allows; needed.");
  private static final Setting<List<NamePattern>> GENERATORS = new Setting<>(
      "generators",
      SettingType.of("list", Token::patterns),
      "*",
      "The generators that the token is for; a star stands for any characters.");
  private static final Setting<Long> MAX_COUNT = new Setting<>(
      "max-count",
      SettingType.between(SettingType.NUMBER, "1", Integer.toString(IdService.MAX_COUNT)),
      "",
      "The most ids that one request may ask for.");
  private static final SettingType<Long> A_SECOND =
      SettingType.between(SettingType.NUMBER, "1", "1000000000");
  private static final Setting<Long> RATE =
      new Setting<>("rate", A_SECOND, "", "Ids or requests a second.");
  private static final Setting<Long> BURST = new Setting<>(
      "burst",
      A_SECOND,
      "",
      "How many of them may come at once; as many as in a second without it.");

  /** The settings of a token in the file of tokens. */
  static final List<Setting<?>> TABLE = List.of(HASH, SCOPES, GENERATORS, MAX_COUNT, RATE, BURST);

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
    Optional<Secret> secret = reader.read(HASH);
    if (!reader.has("hash")) {
      reader.fault("hash", "the token has no hash, as 'mintmark token' prints it");
    }
    Set<Scope> scopes = reader.read(SCOPES).orElseGet(() -> EnumSet.noneOf(Scope.class));
    List<NamePattern> generators = reader.read(GENERATORS).orElse(List.of());
    Optional<Long> maxCount = reader.read(MAX_COUNT);
    Optional<Long> rate = reader.read(RATE);
    Optional<Long> burst = reader.read(BURST);
    reader.refuseUnread("a token");
    if (!NAME.matcher(name).matches()) {
      reader.fault(
          "hash",
          Message.of("the token's name is not 1 to 64 of A-Za-z0-9._-:" + " name={}", name));
    }
    if (scopes.isEmpty() && reader.faults().isEmpty()) {
      reader.fault(
          "scopes", "the token has no scopes: give it next, read, claim, operate or admin");
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

  private static Set<Scope> scopes(String text) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    SettingType.WORDS
        .parse(text)
        .forEach(word -> scopes.addAll(Scope.TYPE.parse(word).all()));
    return scopes;
  }

  private static List<NamePattern> patterns(String text) {
    List<NamePattern> patterns =
        SettingType.WORDS.parse(text).stream().map(NamePattern::new).toList();
    if (patterns.isEmpty()) {
      throw new IllegalArgumentException(
          "not a list of generators' names; leave it out for all" + " of them");
    }
    return patterns.stream().anyMatch(NamePattern::isAny) ? List.of() : patterns;
  }
}
