package io.mintmark.server.access;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.mintmark.config.Section;
import io.mintmark.config.Setting;
import io.mintmark.error.ConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * All tokens of one version of a file. On a server without a file of tokens, no token is required.
 * Immutable, except for the state of rate limits.
 */
public final class Tokens {

  /** A limit, because every request compares its token with all tokens. */
  private static final int MAX_TOKENS = 1000;

  /** Whether a token is required. */
  final boolean areAsked;

  private final List<Token> all;

  private Tokens(boolean areAsked, List<Token> all) {
    this.areAsked = areAsked;
    this.all = List.copyOf(all);
  }

  /** The settings of each token in the file. */
  public static final List<Setting<?>> TABLE = TokenSettings.TABLE;

  /** Returns tokens of a server that requires none and permits everything to every caller. */
  public static Tokens notAsked() {
    return new Tokens(false, List.of());
  }

  /**
   * Reads a file.
   *
   * @param file the file's path
   * @throws ConfigurationException if the file cannot be read or anything in it is wrong; every
   *     fault has the file, line and key
   */
  public static Tokens read(Path file) {
    Map<String, Section> sections = Section.readAll(file);
    List<String> faults = new ArrayList<>();
    List<Token> all = new ArrayList<>();
    Map<Object, String> names = new HashMap<>();
    sections.forEach((name, section) -> TokenSettings.read(name, section, faults)
        .ifPresent(token -> {
          Stream.concat(token.secrets().stream(), token.subject().stream()).forEach(proof -> {
            @Nullable String other = names.putIfAbsent(proof, name);
            if (other != null) {
              faults.add(section.place().apply("")
                  + ": a token or a certificate is in the file twice: names=" + other + ", "
                  + name);
            }
          });
          all.add(token);
        }));
    if (sections.isEmpty()) {
      faults.add(file + ": the file has no token: every call would be refused; to revoke every"
          + " token, put one there that no client has");
    }
    if (sections.size() > MAX_TOKENS) {
      faults.add(
          file + ": a file has at most " + MAX_TOKENS + " tokens: tokens=" + sections.size());
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("tokens", faults);
    }
    return new Tokens(true, all);
  }

  /**
   * Finds the token with this text. Compares with all tokens, so the time does not reveal which
   * matched.
   */
  Optional<Token> find(Secret shown) {
    Optional<Token> found = Optional.empty();
    for (Token token : all) {
      for (Secret secret : token.secrets()) {
        found = secret.equals(shown) ? Optional.of(token) : found;
      }
    }
    return found;
  }

  /** Finds the token that a client certificate of this subject represents. */
  Optional<Token> find(X500Principal subject) {
    return all.stream()
        .filter(token -> token.subject().filter(subject::equals).isPresent())
        .findFirst();
  }

  /**
   * Adds the metrics of these tokens, and removes the series of all other tokens and credentials.
   * The counts are kept.
   */
  public Tokens shown(MeterRegistry registry, InstantSource clock) {
    Set<Meter> shown = new HashSet<>();
    for (Token token : all) {
      token
          .credentials()
          .forEach(credential -> Access.OUTCOMES.forEach(
              outcome -> shown.add(Access.requests(registry, token.name(), credential, outcome))));
    }
    registry.getMeters().stream()
        .filter(meter -> meter.getId().getTag("token") != null && !shown.contains(meter))
        .forEach(registry::remove);
    for (Token token : all) {
      token
          .expires()
          .ifPresent(end -> Gauge.builder(
                  "mintmark.token.remaining",
                  () -> Duration.between(clock.instant(), end).toMillis() / 1e3)
              .description("How long until the token expires")
              .baseUnit("seconds")
              .tag("token", token.name())
              .register(registry));
    }
    return this;
  }
}
