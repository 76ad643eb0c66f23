package io.mintmark.server.access;

import java.lang.System.Logger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Logs which tokens expire soon or have expired: after the file was read, and then once a day. For
 * one thread.
 */
public final class ExpiryWarnings {

  private static final Logger LOG = System.getLogger(ExpiryWarnings.class.getName());

  private static final Duration BEFORE = Duration.ofDays(14);

  /** The most tokens in one line of the log. */
  private static final int MOST_NAMED = 20;

  private final Supplier<Tokens> tokens;
  private final InstantSource clock;
  private @Nullable Tokens seen;
  private LocalDate day = LocalDate.EPOCH;

  /**
   * Makes an instance that has not logged anything yet.
   *
   * @param tokens the present tokens
   * @param clock decides which tokens expire soon
   */
  public ExpiryWarnings(Supplier<Tokens> tokens, InstantSource clock) {
    this.tokens = tokens;
    this.clock = clock;
  }

  /** Logs the tokens, unless it has logged these tokens today. */
  public void warn() {
    Instant now = clock.instant();
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    Tokens all = tokens.get();
    if (all == seen && today.equals(day)) {
      return;
    }
    seen = all;
    day = today;
    List<TokenStatus> ending = all.statuses().stream()
        .filter(each -> each.expires().isPresent())
        .filter(each -> each.expires().get().isBefore(now.plus(BEFORE)))
        .toList();
    if (!ending.isEmpty()) {
      LOG.log(
          Logger.Level.WARNING,
          "tokens have expired, or expire within {0} days: tokens={1}: {2}; an expired token is"
              + " refused",
          Long.toString(BEFORE.toDays()),
          Integer.toString(ending.size()),
          ending.stream()
              .limit(MOST_NAMED)
              .map(each -> each.name() + " " + each.expires().get())
              .collect(Collectors.joining(", ")));
    }
  }
}
