package io.mintmark.service;

import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.SpecMismatchException;
import io.mintmark.error.SpecSpoiltException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.key.FormatFault;
import io.mintmark.time.ElapsedClock;
import java.lang.System.Logger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The reason why a request failed, the same for every protocol.
 *
 * @param kind the reason for programs
 * @param detail the reason for people
 * @param faults the faults of a format of keys, each with its column; empty for other problems
 * @param retryAfterSeconds when to try again; 0 if that does not help
 */
public record Problem(Kind kind, String detail, List<FormatFault> faults, int retryAfterSeconds) {

  private static final Logger LOG = System.getLogger(Problem.class.getName());

  /** A client that finds such a fault could repeat it at will. */
  private static final LogThrottle FAULTS = new LogThrottle(ElapsedClock.system());

  /** The kinds of problems. Their names are part of the protocols and never change. */
  public enum Kind {
    /** An argument breaks its rule. */
    INVALID_ARGUMENT,
    /** A format of keys, or a setting beside it, is wrong. */
    INVALID_FORMAT,
    /** A text is not an id of the expected kind. */
    INVALID_ID,
    /** No generator has the name. */
    UNKNOWN_GENERATOR,
    /** The generator's settings cannot work, or the store has other settings for its name. */
    SETTINGS,
    /** The requested lines are on another store. */
    OTHER_STORE,
    /** There is no further id. */
    EXHAUSTED,
    /** The lines were moved to another store, which the detail names. */
    LINE_MOVED,
    /** The store does not answer, or refuses this server; trying again later helps. */
    STORE_UNAVAILABLE,
    /** The store has forgotten claims; an administrator must raise the line. */
    STORE_REWOUND,
    /** A clock is too far off; trying again later may help. */
    CLOCK,
    /** All worker numbers are taken; trying again later may help. */
    NO_IDLE_WORKER,
    /** The server is stopping. */
    CLOSING,
    /** The request lacks a valid token. */
    UNAUTHENTICATED,
    /** The token does not permit the request. */
    FORBIDDEN,
    /** The first request with an idempotency key is not answered yet; trying again later helps. */
    IDEMPOTENCY_KEY_IN_USE,
    /** An idempotency key was used for another request. */
    IDEMPOTENCY_KEY_REUSED,
    /** The token has used up its rate for now; trying again later helps. */
    RATE_LIMITED,
    /** Memory, threads, or places for clients or names are all taken; trying again later helps. */
    OVERLOADED,
    /** A fault of the server. The server's log has the cause. */
    INTERNAL;

    /** Returns whether the server failed a correct request. */
    public boolean isFailure() {
      return switch (this) {
        case STORE_UNAVAILABLE,
            STORE_REWOUND,
            CLOCK,
            NO_IDLE_WORKER,
            CLOSING,
            OVERLOADED,
            INTERNAL -> true;
        default -> false;
      };
    }
  }

  /** None of these types extends another, so the order does not matter. */
  private static final Map<Class<? extends Exception>, Kind> KINDS = Map.ofEntries(
      Map.entry(IllegalArgumentException.class, Kind.INVALID_ARGUMENT),
      Map.entry(UnsupportedOperationException.class, Kind.INVALID_ARGUMENT),
      Map.entry(InvalidFormatException.class, Kind.INVALID_FORMAT),
      Map.entry(InvalidIdException.class, Kind.INVALID_ID),
      Map.entry(ConfigurationException.class, Kind.SETTINGS),
      Map.entry(SpecMismatchException.class, Kind.SETTINGS),
      Map.entry(SpecSpoiltException.class, Kind.SETTINGS),
      Map.entry(ExhaustedException.class, Kind.EXHAUSTED),
      Map.entry(LineMovedException.class, Kind.LINE_MOVED),
      Map.entry(StoreUnavailableException.class, Kind.STORE_UNAVAILABLE),
      Map.entry(StoreRefusedException.class, Kind.STORE_UNAVAILABLE),
      Map.entry(StoreRewoundException.class, Kind.STORE_REWOUND),
      Map.entry(ClockAheadException.class, Kind.CLOCK),
      Map.entry(ClockBehindException.class, Kind.CLOCK),
      Map.entry(NoIdleWorkerException.class, Kind.NO_IDLE_WORKER),
      Map.entry(ClosedException.class, Kind.CLOSING));

  private static final Map<Kind, LongAdder> REPORTED = Arrays.stream(Kind.values())
      .collect(Collectors.toUnmodifiableMap(kind -> kind, kind -> new LongAdder()));

  /** Returns how many problems of a kind were reported in this process. */
  public static long reported(Kind kind) {
    return Objects.requireNonNull(REPORTED.get(kind)).sum();
  }

  /**
   * Maps an exception to the problem for the caller of a request. Counts the problem, and logs a
   * fault of the server. To be called once for a request.
   */
  public static Problem report(Throwable thrown) {
    Problem problem = of(thrown);
    Objects.requireNonNull(REPORTED.get(problem.kind)).increment();
    if (problem.kind == Kind.INTERNAL) {
      Throwable cause = causeOf(thrown);
      FAULTS.admit().ifPresent(leftOut -> LOG.log(Logger.Level.ERROR, faulty(leftOut), cause));
    }
    return problem;
  }

  /** Maps an exception to a problem. Neither counts nor logs it. */
  static Problem of(Throwable thrown) {
    Throwable cause = causeOf(thrown);
    Kind kind = kind(cause);
    if (kind == Kind.INTERNAL) {
      return new Problem(kind, "the server failed; its log says why", List.of(), 0);
    }
    List<FormatFault> faults =
        cause instanceof InvalidFormatException format ? format.faults() : List.of();
    return new Problem(kind, String.valueOf(cause.getMessage()), faults, retryAfter(kind, cause));
  }

  /** Returns the failure without the wrapper of a future. */
  static Throwable causeOf(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown instanceof CompletionException && cause != null ? cause : thrown;
  }

  private static Kind kind(Throwable cause) {
    return cause instanceof ProblemException problem
        ? problem.kind()
        : KINDS.entrySet().stream()
            .filter(known -> known.getKey().isInstance(cause))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(Kind.INTERNAL);
  }

  /** Returns this problem without its detail, for a caller that may not see names and addresses. */
  Problem withoutDetail() {
    return new Problem(
        kind, "the reason is shown only to callers with a token", List.of(), retryAfterSeconds);
  }

  private static String faulty(long leftOut) {
    return "a request failed by a fault of the server; left out before this: " + leftOut;
  }

  private static int retryAfter(Kind kind, Throwable cause) {
    if (cause instanceof ProblemException problem && problem.retryAfterSeconds() > 0) {
      return problem.retryAfterSeconds();
    }
    return switch (kind) {
      case STORE_UNAVAILABLE, CLOCK, NO_IDLE_WORKER, OVERLOADED, IDEMPOTENCY_KEY_IN_USE -> 1;
      default -> 0;
    };
  }
}
