package io.mintmark.server.access;

/** Keeps a record of what each token did. Thread-safe; never throws and never waits for long. */
public interface AuditLog {

  /** Keeps nothing. */
  AuditLog NONE = new AuditLog() {
    @Override
    public long above() {
      return Long.MAX_VALUE;
    }

    @Override
    public void write(
        String token,
        String from,
        String act,
        String on,
        String what,
        String result,
        RequestTrace trace) {}
  };

  /** Requests for more ids than this are kept. */
  long above();

  /**
   * Keeps one record.
   *
   * @param token the name of the token it was done with
   * @param from the address it was asked for from
   * @param act what kind of thing was done
   * @param on the generator, line or file that it was done to
   * @param what how much of it
   * @param result {@code ok}, or why not
   * @param trace of the request that asked for it
   */
  void write(
      String token,
      String from,
      String act,
      String on,
      String what,
      String result,
      RequestTrace trace);
}
