package io.mintmark.server.access;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.service.LogThrottle;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records the actions of each token with the logger {@value #LOGGER}, and refused callers also in
 * the server's own log. The destination and the level of {@value #LOGGER} are configured as for
 * every logger. Thread-safe.
 *
 * <p>A caller can be refused at any rate, so each pair of token and reason gets one record in ten
 * seconds. The record has the number of refusals that were left out before it.
 */
public final class AuditLog {

  /** The logger's name. */
  public static final String LOGGER = "mintmark.audit";

  private static final Logger AUDIT = System.getLogger(LOGGER);
  private static final Logger LOG = System.getLogger(AuditLog.class.getName());

  private final long above;

  /**
   * Keyed by reason and by the name of a token in the file, or an empty name. There is a fixed
   * number of reasons, so the number of throttles is bounded.
   */
  private final Map<String, LogThrottle> throttles = new ConcurrentHashMap<>();

  /**
   * Makes an audit log.
   *
   * @param above requests for more ids than this are recorded
   */
  public AuditLog(long above) {
    this.above = above;
  }

  /**
   * The caller that acted.
   *
   * @param token the name of its token; empty if it sent no valid token
   * @param credential identifies the credential that it sent: the start of the token's hash, or
   *     {@value Token#CERTIFICATE}; empty if it sent none
   * @param from the address from which it called
   */
  public record Actor(String token, String credential, String from) {}

  /** Returns whether a request for so many ids is recorded. */
  boolean isRecorded(long ids) {
    return ids > above && AUDIT.isLoggable(Level.INFO);
  }

  /**
   * Writes one record.
   *
   * @param actor the caller that acted
   * @param act the kind of action
   * @param on the generator, the line (a counter in the store) or the file that the action affected
   * @param what details, for example {@code count=5000}
   * @param result {@code ok}, or the reason of a failure
   * @param trace the trace of the request
   */
  public void write(
      Actor actor, String act, String on, String what, String result, RequestTrace trace) {
    Map<String, String> record = new LinkedHashMap<>();
    record.put("token", actor.token());
    record.put("from", actor.from());
    record.put("act", act);
    record.put("on", on);
    record.put("what", what);
    record.put("result", result);
    if (!actor.credential().isEmpty()) {
      record.put("credential", actor.credential());
    }
    record.putAll(trace.facts());
    log(AUDIT, Level.INFO, "", record);
  }

  /**
   * Records that files were read again.
   *
   * @param what what the files are for
   * @param fault why they could not be applied; empty if they are in force
   */
  public void reloaded(String what, Optional<MintmarkException> fault) {
    String result = fault.map(why -> String.valueOf(why.getMessage())).orElse("ok");
    write(new Actor("server", "", ""), "reload", what, "", result, RequestTrace.NONE);
  }

  /**
   * Records that a caller was refused.
   *
   * @param reason the problem's name
   */
  void refused(String reason, Actor actor, Throwable cause, RequestTrace trace) {
    throttles
        .computeIfAbsent(
            reason + " " + actor.token(), unused -> new LogThrottle(ElapsedClock.system()))
        .admit()
        .ifPresent(leftOut -> {
          String why = String.valueOf(cause.getMessage());
          Map<String, String> record = new LinkedHashMap<>();
          record.put("reason", reason);
          record.put("token", actor.token().isEmpty() ? "none" : actor.token());
          record.put("from", actor.from());
          record.putAll(trace.facts());
          record.put("why", why);
          record.put("suppressed", Long.toString(leftOut));
          log(LOG, Level.WARNING, "a caller was refused: ", record);
          write(actor, "refused", reason, "unsaid=" + leftOut, why, trace);
        });
  }

  /** Logs named values, each as a parameter, so that programs can find it by its name. */
  private static void log(Logger log, Level level, String start, Map<String, String> record) {
    if (log.isLoggable(level)) {
      List<String> parts = new ArrayList<>();
      record.keySet().forEach(name -> parts.add(name + "={" + parts.size() + "}"));
      log.log(level, start + String.join(", ", parts), record.values().toArray());
    }
  }
}
