package io.mintmark.server.access;

import io.mintmark.config.Section;
import io.mintmark.config.Setting;
import io.mintmark.error.ConfigurationException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.x500.X500Principal;

/** All tokens of a file at a time, or that none is asked for. Immutable but for what they spend. */
public final class Tokens {

  /** A request looks at all of them. */
  private static final int MAX_TOKENS = 1000;

  private final Optional<Token> anyone;
  private final List<Token> all;

  private Tokens(Optional<Token> anyone, List<Token> all) {
    this.anyone = anyone;
    this.all = List.copyOf(all);
  }

  /** The settings of each token in the file. */
  public static List<Setting<?>> table() {
    return TokenSettings.TABLE;
  }

  /** Nobody is asked for a token, and everybody may do everything. */
  public static Tokens notAsked() {
    return new Tokens(Optional.of(Token.anyone()), List.of());
  }

  /**
   * Reads a file.
   *
   * @param file where it is
   * @param uses what was done with the tokens before, if they were read before
   * @throws ConfigurationException if it cannot be read or anything in it is wrong; every fault
   *     says file, line and key
   */
  public static Tokens read(Path file, TokenUses uses) {
    Map<String, Section> sections = Section.readAll(file);
    List<String> faults = new ArrayList<>();
    List<Token> all = new ArrayList<>();
    Set<Secret> known = new HashSet<>();
    Set<X500Principal> subjects = new HashSet<>();
    sections.forEach((name, section) -> TokenSettings.read(name, section, uses, faults)
        .ifPresent(token -> {
          token.secrets().stream()
              .filter(secret -> !known.add(secret))
              .forEach(twin -> faults.add(section.place().apply("hash")
                  + ": each name has tokens of its own: names=" + owner(all, twin) + ", " + name));
          token
              .subject()
              .filter(subject -> !subjects.add(subject))
              .ifPresent(twin -> faults.add(section.place().apply("certificate")
                  + ": another token has this subject already: subject=" + twin.getName()));
          all.add(token);
        }));
    if (sections.isEmpty()) {
      faults.add(file + ": the file has no token: nobody could come in; to revoke every token, put"
          + " one there that nobody has");
    }
    if (sections.size() > MAX_TOKENS) {
      faults.add(
          file + ": a file has at most " + MAX_TOKENS + " tokens: tokens=" + sections.size());
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("tokens", faults);
    }
    uses.keepOnly(sections.keySet());
    return new Tokens(Optional.empty(), all);
  }

  /** How many there are. */
  public int count() {
    return all.size();
  }

  /** The caller without a token, if the server lets it do everything. */
  Optional<Token> anyone() {
    return anyone;
  }

  /** Finds the one with this text; looks at all, so that the time tells nothing of which. */
  Optional<Token> find(Secret shown) {
    Optional<Token> found = Optional.empty();
    for (Token token : all) {
      for (Secret secret : token.secrets()) {
        if (secret.is(shown)) {
          found = Optional.of(token);
        }
      }
    }
    return found;
  }

  /** Finds the one that a client certificate of this subject stands for. */
  Optional<Token> find(X500Principal subject) {
    return all.stream()
        .filter(token -> token.subject().filter(subject::equals).isPresent())
        .findFirst();
  }

  /** How each does. */
  List<TokenStatus> statuses() {
    return all.stream().map(Token::status).toList();
  }

  private static String owner(List<Token> all, Secret secret) {
    return all.stream()
        .filter(other -> other.secrets().stream().anyMatch(each -> each.is(secret)))
        .map(Token::name)
        .findFirst()
        .orElse("the same");
  }
}
