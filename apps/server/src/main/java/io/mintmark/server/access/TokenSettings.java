package io.mintmark.server.access;

import io.mintmark.config.NamePattern;
import io.mintmark.config.Section;
import io.mintmark.config.Setting;
import io.mintmark.config.SettingReader;
import io.mintmark.config.SettingType;
import io.mintmark.error.Message;
import io.mintmark.internal.time.ElapsedClock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;

/**
 * The settings of a token in the file of tokens: a row for each, and the code that reads a token.
 * The page docs/reference/settings.md describes the effect of each.
 */
final class TokenSettings {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** Enough for an old and a new hash, and for some more while new tokens are distributed. */
  private static final int MAX_HASHES = 8;

  /** The value is never shown, because it may be the token itself. */
  private static final Setting<List<Secret>> HASH =
      new Setting<>("hash", SettingType.of("hash", TokenSettings::secrets).secret(), "");

  private static final Setting<X500Principal> CERTIFICATE =
      new Setting<>("certificate", SettingType.of("subject", TokenSettings::subject), "");
  private static final Setting<Set<Scope>> SCOPES =
      new Setting<>("scopes", SettingType.of(Scope.TYPE.name(), TokenSettings::scopes), "");
  private static final SettingType<List<NamePattern>> PATTERNS =
      SettingType.of("list", TokenSettings::patterns);
  private static final Setting<List<NamePattern>> GENERATORS =
      new Setting<>("generators", PATTERNS, "*");
  private static final Setting<List<NamePattern>> LINES = new Setting<>("lines", PATTERNS, "*");
  private static final Setting<Instant> EXPIRES =
      new Setting<>("expires", SettingType.of("date or moment", TokenSettings::moment), "");
  private static final SettingType<Long> A_SECOND =
      SettingType.between(SettingType.NUMBER, "1", "1000000000");
  private static final Setting<Long> RATE = new Setting<>("rate", A_SECOND, "");
  private static final Setting<Long> BURST = new Setting<>("burst", A_SECOND, "");

  /** All settings. */
  static final List<Setting<?>> TABLE =
      List.of(HASH, CERTIFICATE, SCOPES, GENERATORS, LINES, EXPIRES, RATE, BURST);

  private TokenSettings() {}

  /** Reads a token from its section of a file. Faults are added to the list. */
  static Optional<Token> read(String name, Section section, List<String> faults) {
    SettingReader reader = new SettingReader(section.settings(), section.place());
    Optional<List<Secret>> secrets = reader.read(HASH);
    if (!reader.has("hash") && !reader.has("certificate")) {
      reader.fault(
          "hash",
          "the token has neither a hash, as 'mintmark token' prints it, nor a certificate's"
              + " subject");
    }
    Token token = new Token(
        name,
        secrets.orElse(List.of()),
        reader.read(CERTIFICATE),
        reader.read(SCOPES).orElseGet(() -> EnumSet.noneOf(Scope.class)),
        reader.read(GENERATORS).orElse(List.of()),
        reader.read(LINES).orElse(List.of()),
        reader.read(EXPIRES),
        rate(reader));
    reader.refuseUnread("a token");
    check(token, reader);
    faults.addAll(reader.faults());
    return reader.faults().isEmpty() ? Optional.of(token) : Optional.empty();
  }

  private static Optional<RateLimit> rate(SettingReader reader) {
    Optional<Long> rate = reader.read(RATE);
    Optional<Long> burst = reader.read(BURST);
    if (burst.isPresent() && rate.isEmpty()) {
      reader.fault("burst", Message.of("a burst needs a rate: burst={}", burst.get()));
    }
    return rate.map(each -> new RateLimit(each, burst.orElse(each), ElapsedClock.system()));
  }

  private static void check(Token token, SettingReader reader) {
    if (!NAME.matcher(token.name()).matches()) {
      reader.fault(
          "hash",
          Message.of("the token's name is not 1 to 64 of A-Za-z0-9._-: name={}", token.name()));
    }
    if (token.scopes().isEmpty() && reader.faults().isEmpty()) {
      reader.fault("scopes", "the token has no scopes: give it next, read, claim or admin");
    }
    if (token.has(Scope.CLAIM) && !token.isForAll()) {
      reader.fault(
          "generators",
          Message.of(
              "a token with the scope claim or admin cannot be limited to generators, because its"
                  + " lines belong to no generator: generators={}",
              token.generators()));
    }
    boolean claimsOnly = token.has(Scope.CLAIM) && !token.has(Scope.ADMIN);
    if (!token.lines().isEmpty() && !claimsOnly) {
      reader.fault(
          "lines",
          Message.of(
              "lines limit only a token with the scope claim and without admin: lines={}",
              token.lines()));
    }
  }

  private static List<Secret> secrets(String text) {
    List<Secret> secrets =
        SettingType.WORDS.parse(text).stream().map(Secret::parse).toList();
    if (secrets.isEmpty() || secrets.size() > MAX_HASHES) {
      throw new IllegalArgumentException(
          Message.of("not 1 to {} hashes: hashes={}", MAX_HASHES, secrets.size()));
    }
    return secrets;
  }

  private static X500Principal subject(String text) {
    try {
      return Optional.of(text)
          .filter(name -> !name.isBlank()) // An empty name would be valid.
          .map(X500Principal::new)
          .orElseThrow(IllegalArgumentException::new);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "not a subject such as CN=shop,O=Acme: 'openssl x509 -subject -nameopt RFC2253' prints"
              + " it",
          e);
    }
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
      throw new IllegalArgumentException("not a list of names; leave it out for all of them");
    }
    return patterns.stream().anyMatch(NamePattern::isAny) ? List.of() : patterns;
  }

  private static Instant moment(String text) {
    try {
      return text.indexOf('T') < 0
          ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
          : Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "not a date such as 2027-03-31, nor a time such as 2027-03-31T18:00:00Z", e);
    }
  }
}
