package io.mintmark.server.access;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Records the actions of each token with the logger {@value #LOGGER}. Its destination and its level
 * are configured as for every logger. Thread-safe.
 */
public final class AuditLog {

  /** The logger's name. */
  public static final String LOGGER = "mintmark.audit";

  private static final Logger LOG = System.getLogger(LOGGER);

  private final long above;

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
    return ids > above && LOG.isLoggable(Level.INFO);
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
    if (!LOG.isLoggable(Level.INFO)) {
      return;
    }
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
    LOG.log(Level.INFO, pattern(record.keySet()), record.values().toArray());
  }

  /** Returns the pattern of a message with a value for each name, in their order. */
  static String pattern(Set<String> names) {
    List<String> parts = new ArrayList<>();
    names.forEach(name -> parts.add(name + "={" + parts.size() + "}"));
    return String.join(", ", parts);
  }
}
