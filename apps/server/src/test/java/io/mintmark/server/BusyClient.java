package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

/** A client with 16 connections that are all at work, and go on after the server's restart. */
interface BusyClient extends AutoCloseable {

  int CONNECTIONS = 16;
  int ANSWERS = 20;

  /** Waits until each caller has had {@value #ANSWERS} more answers. */
  void awaitAnswers() throws Exception;

  /** Stops asking, and tells what came of all requests. */
  Outcome finish() throws Exception;

  @Override
  void close();

  /**
   * What came of requests.
   *
   * @param answered how many had an answer
   * @param different how many different numbers these were
   * @param lost how many had none, though they were sent
   */
  record Outcome(int answered, int different, int lost) {

    void assertNoneIsLost() {
      assertThat(lost).as("%s", this).isZero();
      assertThat(different).as("%s", this).isEqualTo(answered);
    }
  }
}
