package io.mintmark.server.http;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Limits how many streams of one HTTP/2 connection are answered at a time. All state belongs to the
 * connection's event loop.
 */
final class Http2Turns {

  /**
   * How many streams are answered at a time. A reply keeps its turn until the client has received
   * it.
   */
  static final int TURNS = 16;

  private final Queue<Http2Stream> waiting = new ArrayDeque<>();
  private int turns = TURNS;

  /**
   * Takes a turn if one is free. Otherwise the stream waits, and {@link Http2Stream#go} is called
   * later.
   */
  boolean takeTurn(Http2Stream stream) {
    if (turns == 0) {
      waiting.add(stream);
      return false;
    }
    turns--;
    return true;
  }

  /** Releases a turn, or passes it to the next waiting stream. */
  void giveTurnBack() {
    Http2Stream next = waiting.poll();
    if (next == null) {
      turns++;
    } else {
      next.go();
    }
  }

  /** Removes a stream that no longer waits. */
  void leave(Http2Stream stream) {
    waiting.remove(stream);
  }
}
