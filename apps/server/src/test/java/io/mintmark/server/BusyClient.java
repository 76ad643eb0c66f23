package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

/** A client with 16 busy connections, which continues after the server's restart. */
interface BusyClient extends AutoCloseable {

  int CONNECTIONS = 16;
  int ANSWERS = 20;

  /** Waits until each caller has received {@value #ANSWERS} more replies. */
  void awaitAnswers() throws Exception;

  /** Stops sending requests, and returns the result of all requests. */
  Outcome finish() throws Exception;

  @Override
  void close();

  /**
   * The result of requests.
   *
   * @param answered how many requests had a reply
   * @param different how many different numbers were in the replies
   * @param lost how many requests were sent and had no reply
   */
  record Outcome(int answered, int different, int lost) {

    void assertNoneIsLost() {
      assertThat(lost).as("%s", this).isZero();
      assertThat(different).as("%s", this).isEqualTo(answered);
    }
  }
}
