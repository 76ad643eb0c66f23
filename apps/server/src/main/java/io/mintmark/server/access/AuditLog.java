package io.mintmark.server.access;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Records what each token did, by the logger {@value #LOGGER}: where that goes, and whether it is
 * on, is set as for every log. Thread-safe.
 */
public final class AuditLog {

  /** The logger's name. */
  public static final String LOGGER = "mintmark.audit";

  private static final Logger LOG = System.getLogger(LOGGER);

  private volatile long above;

  /**
   * Makes one.
   *
   * @param above requests for more ids than this are recorded
   */
  public AuditLog(long above) {
    this.above = above;
  }

  /**
   * The one that has done something.
   *
   * @param token the name of the token it was done with; empty if no token of the server was shown
   * @param credential what was shown of the token: the start of its hash, or {@value
   *     Token#CERTIFICATE}; empty if none was
   * @param from the address it was asked for from
   */
  public record Actor(String token, String credential, String from) {}

  /** Records requests for more ids than this from now on. */
  public void above(long ids) {
    above = ids;
  }

  /** Tells whether a request for so many ids is recorded. */
  boolean isRecorded(long ids) {
    return ids > above && LOG.isLoggable(Level.INFO);
  }

  /**
   * Writes one record.
   *
   * @param actor the one that has done it
   * @param act what kind of thing was done
   * @param on the generator, line or file that it was done to
   * @param what how much of it
   * @param result {@code ok}, or why not
   * @param trace of the request that asked for it
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

  /** The pattern of a message with a value for each name, in their order. */
  static String pattern(Set<String> names) {
    List<String> parts = new ArrayList<>();
    names.forEach(name -> parts.add(name + "={" + parts.size() + "}"));
    return String.join(", ", parts);
  }
}
