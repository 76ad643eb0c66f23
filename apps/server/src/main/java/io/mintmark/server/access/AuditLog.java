package io.mintmark.server.access;

/** Keeps a record of what each token did. Thread-safe; never throws, and never waits for a disk. */
public interface AuditLog {

  /** Keeps nothing. */
  AuditLog NONE = new AuditLog() {
    @Override
    public long above() {
      return Long.MAX_VALUE;
    }

    @Override
    public void write(
        Actor actor, String act, String on, String what, String result, RequestTrace trace) {}
  };

  /**
   * The one that has done something.
   *
   * @param token the name of the token it was done with; empty if no token of the server was shown
   * @param credential what was shown of the token: the start of its hash, or {@value
   *     Token#CERTIFICATE}; empty if none was
   * @param from the address it was asked for from
   */
  record Actor(String token, String credential, String from) {}

  /** Requests for more ids than this are kept. */
  long above();

  /**
   * Keeps one record.
   *
   * @param actor the one that has done it
   * @param act what kind of thing was done
   * @param on the generator, line or file that it was done to
   * @param what how much of it
   * @param result {@code ok}, or why not
   * @param trace of the request that asked for it
   */
  void write(Actor actor, String act, String on, String what, String result, RequestTrace trace);
}
