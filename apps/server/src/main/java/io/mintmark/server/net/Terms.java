package io.mintmark.server.net;

import java.util.concurrent.Executor;

/**
 * What holds for all connections of a port.
 *
 * @param executor where requests that may wait are answered; must not refuse
 * @param memory what requests and answers may take, over all ports
 * @param traffic counts them
 */
public record Terms(Executor executor, Memory memory, Traffic traffic) {

  /** The front of a new connection's pipeline. */
  public Patience patience() {
    return new Patience(new Share(memory), traffic);
  }
}
