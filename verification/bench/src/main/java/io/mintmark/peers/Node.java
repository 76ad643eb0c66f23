package io.mintmark.peers;

import io.mintmark.rigs.ChildJvm;
import java.util.Optional;

/**
 * A running {@link IdProcess}.
 *
 * @param child its JVM
 */
record Node(ChildJvm child) {

  void awaitReady() {
    expect("ready");
  }

  /** Sends an order to make ids. {@link #awaitTally} returns the result. */
  void order(long ms, int threads, int perMs) {
    child.tell(ms + " " + threads + " " + perMs);
  }

  Tally awaitTally() {
    return Tally.parse(child.hear());
  }

  void signal(String name) throws Exception {
    Run.execute("kill", "-" + name, Long.toString(child.pid()));
  }

  /** Closes the generator as its library documents, and ends the process. */
  void end() {
    child.tell("end");
    expect("ended");
    kill();
  }

  void kill() {
    child.close();
  }

  private void expect(String line) {
    Optional<String> actual = child.hearOrEnd();
    if (!actual.equals(Optional.of(line))) {
      throw new IllegalStateException("unexpected line: expected=" + line + ", actual=" + actual);
    }
  }
}
