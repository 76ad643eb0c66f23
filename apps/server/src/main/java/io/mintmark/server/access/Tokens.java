package io.mintmark.server.access;

import io.mintmark.config.Section;
import io.mintmark.config.Setting;
import io.mintmark.error.ConfigurationException;
import io.mintmark.time.ElapsedClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    return Token.TABLE;
  }

  /** Nobody is asked for a token, and everybody may do everything. */
  public static Tokens notAsked() {
    return new Tokens(Optional.of(Token.anyone()), List.of());
  }

  /**
   * Reads a file.
   *
   * @param file where it is
   * @param clock what rates are measured by
   * @throws ConfigurationException if it cannot be read or anything in it is wrong; every fault
   *     says file, line and key
   */
  public static Tokens read(Path file, ElapsedClock clock) {
    Map<String, Section> sections = Section.readAll(file);
    List<String> faults = new ArrayList<>();
    List<Token> all = new ArrayList<>();
    sections.forEach((name, section) -> Token.read(name, section, clock, faults)
        .ifPresent(token -> {
          twin(all, token.secret())
              .ifPresent(other -> faults.add(section.place().apply("hash")
                  + ": each name has a token of its own: names=" + other + ", " + name));
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
      if (token.secret().is(shown)) {
        found = Optional.of(token);
      }
    }
    return found;
  }

  private static Optional<String> twin(List<Token> all, Secret secret) {
    return all.stream()
        .filter(other -> other.secret().is(secret))
        .map(Token::name)
        .findFirst();
  }
}
