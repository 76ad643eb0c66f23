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
 * Logs which tokens expire soon or have expired: when the file was read, and then once a day. For
 * one thread.
 */
public final class ExpiryWarnings {

  private static final Logger LOG = System.getLogger(ExpiryWarnings.class.getName());

  private static final Duration BEFORE = Duration.ofDays(14);

  /** A line of the log does not get longer than for so many. */
  private static final int MOST_NAMED = 20;

  private final Supplier<Tokens> tokens;
  private final InstantSource clock;
  private @Nullable Tokens seen;
  private LocalDate day = LocalDate.EPOCH;

  /**
   * Makes one that has not logged anything yet.
   *
   * @param tokens those that hold now
   * @param clock tells what soon is
   */
  public ExpiryWarnings(Supplier<Tokens> tokens, InstantSource clock) {
    this.tokens = tokens;
    this.clock = clock;
  }

  /** Logs them, unless it has logged these tokens today. */
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
          "tokens have expired, or do so within {0} days: tokens={1}: {2}; they are refused from"
              + " then on",
          Long.toString(BEFORE.toDays()),
          Integer.toString(ending.size()),
          ending.stream()
              .limit(MOST_NAMED)
              .map(each -> each.name() + " " + each.expires().get())
              .collect(Collectors.joining(", ")));
    }
  }
}
