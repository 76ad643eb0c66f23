package io.mintmark.service;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.key.FormatFault;
import io.mintmark.internal.time.ElapsedClock;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The reason why a request failed. It is the same for every protocol.
 *
 * @param kind the kind, for programs
 * @param detail the description, for people
 * @param faults the faults of a key format, each with its column; empty for other problems
 * @param retryAfterSeconds after how many seconds to try again; 0 if trying again does not help
 */
public record Problem(Kind kind, String detail, List<FormatFault> faults, int retryAfterSeconds) {

  private static final Logger LOG = System.getLogger(Problem.class.getName());

  /**
   * Limits the log lines about faults of the server: a client could trigger the same fault again
   * and again.
   */
  private static final LogThrottle FAULTS = new LogThrottle(ElapsedClock.system());

  /** The kinds of problems. Their names are part of the protocols and must not change. */
  public enum Kind {
    /** An argument breaks its rule. */
    INVALID_ARGUMENT(400),
    /** A format of keys, or another setting of the keys, is wrong. */
    INVALID_FORMAT(400),
    /** A text is not an id of the expected form. */
    INVALID_ID(400),
    /** No generator has the name. */
    UNKNOWN_GENERATOR(404),
    /** The generator's settings cannot work, or the store has other settings for its name. */
    SETTINGS(409),
    /** The request is for the lines of another store. */
    OTHER_STORE(409),
    /** There is no further id. */
    EXHAUSTED(409),
    /**
     * The numbers of the present tick (the smallest step of an id's time) are used up; trying again
     * later helps.
     */
    TICK_EXHAUSTED(503),
    /** The lines were moved to another store, which the detail names. */
    LINE_MOVED(410),
    /** The store does not answer; trying again later helps. */
    STORE_UNAVAILABLE(503),
    /** The store refuses this server; an administrator has to change that. */
    STORE_REFUSED(503),
    /** Another process, or this one, has the embedded store open already. */
    STORE_IN_USE(503),
    /** The thread of the call was interrupted. */
    INTERRUPTED(503),
    /** The store has forgotten claims; an administrator has to raise the line. */
    STORE_REWOUND(503),
    /** A clock is too far off; trying again later may help. */
    CLOCK(503),
    /** All worker numbers are taken; trying again later may help. */
    NO_IDLE_WORKER(503),
    /** The server stops. */
    CLOSING(503),
    /** The request has no token, or no valid token. */
    UNAUTHENTICATED(401),
    /** The token does not allow this request. */
    FORBIDDEN(403),
    /** The first request with an idempotency key has no answer yet; trying again later helps. */
    IDEMPOTENCY_KEY_IN_USE(409),
    /** An idempotency key was used for another request. */
    IDEMPOTENCY_KEY_REUSED(422),
    /** The token is over its rate; trying again later helps. */
    RATE_LIMITED(429),
    /**
     * Memory or threads are used up, or there are too many clients or names; trying again later
     * helps.
     */
    OVERLOADED(503),
    /** The bytes are not HTTP. */
    MALFORMED_REQUEST(400),
    /** The request has a body, and the call accepts none. */
    BODY_NOT_EXPECTED(400),
    /** The request comes from a web page of another origin. */
    FOREIGN_ORIGIN(403),
    /** The path does not exist. */
    NOT_FOUND(404),
    /** The path has other methods. */
    METHOD_NOT_ALLOWED(405),
    /** The body is too large. */
    BODY_TOO_LARGE(413),
    /** The path and the query are too long. */
    PATH_TOO_LONG(414),
    /** The body is not plain JSON. */
    UNSUPPORTED_MEDIA_TYPE(415),
    /** The header is too large. */
    HEADER_TOO_LARGE(431),
    /** A fault of the server. The server's log contains the details. */
    INTERNAL(500);

    private final int status;

    @SuppressWarnings("ImmutableEnumChecker") // A count for monitoring is all that changes.
    private final LongAdder reported = new LongAdder();

    Kind(int status) {
      this.status = status;
    }

    /** Returns the status of an answer over HTTP. */
    public int status() {
      return status;
    }

    /** Returns how many problems of this kind were reported in this process. */
    public long reported() {
      return reported.sum();
    }

    /** Returns the word for this kind in every protocol: {@link MintmarkException#code}. */
    public String code() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether the request was correct and the server could not answer it. */
    public boolean isFailure() {
      return status >= 500;
    }
  }

  private static final Map<String, Kind> CODES =
      Arrays.stream(Kind.values()).collect(Collectors.toUnmodifiableMap(Kind::code, kind -> kind));

  /**
   * Converts an exception for the caller of a request. Counts the problem, and logs a fault of the
   * server. Called once for a request.
   */
  public static Problem report(Throwable thrown) {
    Problem problem = of(thrown);
    problem.kind.reported.increment();
    if (problem.kind == Kind.INTERNAL) {
      FAULTS
          .admit()
          .ifPresent(leftOut -> LOG.log(
              Logger.Level.ERROR,
              "a request failed by a fault of the server; similar messages suppressed: " + leftOut,
              causeOf(thrown)));
    }
    return problem;
  }

  /** Converts an exception, and neither counts nor logs it. */
  static Problem of(Throwable thrown) {
    Throwable cause = causeOf(thrown);
    Kind kind = kind(cause);
    if (kind == Kind.INTERNAL) {
      return new Problem(kind, "the server failed; its log shows the cause", List.of(), 0);
    }
    List<FormatFault> faults = cause instanceof ProblemException known ? known.faults() : List.of();
    return new Problem(kind, String.valueOf(cause.getMessage()), faults, retryAfter(cause));
  }

  /** Returns the original failure, without the exception in which a future wraps it. */
  public static Throwable causeOf(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown instanceof CompletionException && cause != null ? cause : thrown;
  }

  private static Kind kind(Throwable cause) {
    if (cause instanceof MintmarkException known) {
      return CODES.getOrDefault(known.code(), Kind.INTERNAL);
    }
    if (cause instanceof OutOfMemoryError) { // Also if the system starts no further thread.
      return Kind.OVERLOADED;
    }
    return cause instanceof IllegalArgumentException
            || cause instanceof UnsupportedOperationException
        ? Kind.INVALID_ARGUMENT
        : Kind.INTERNAL;
  }

  /** Returns this problem without its detail, for a caller that may not see names and addresses. */
  Problem withoutDetail() {
    return new Problem(
        kind, "the reason is shown only to callers with a token", List.of(), retryAfterSeconds);
  }

  private static int retryAfter(Throwable cause) {
    Optional<Duration> wait =
        cause instanceof MintmarkException known ? known.retryAfter() : Optional.empty();
    long seconds =
        wait.map(each -> Math.max(1, each.plusMillis(999).toSeconds())).orElse(0L);
    return (int) Math.min(Integer.MAX_VALUE, seconds);
  }
}
