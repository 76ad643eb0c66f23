package io.mintmark.server.http;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Limits how many streams of one HTTP/2 connection are answered at a time, and the memory for their
 * bodies. So all streams together use little more memory than a connection of HTTP/1.1. All state
 * belongs to the connection's event loop.
 */
final class Http2Shares {

  /**
   * How many streams are answered at a time. A reply keeps its turn until the client has received
   * it.
   */
  static final int TURNS = 16;

  /** How many bytes of bodies are kept at a time. One request may need all of them. */
  static final int ROOM_BYTES = LineWrites.MAX_BODY_BYTES;

  private final Queue<Http2Stream> waiting = new ArrayDeque<>();
  private int turns = TURNS;
  private int roomBytes = ROOM_BYTES;

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

  /** Reserves memory for a part of a body. Returns false if too little is left. */
  boolean takeRoom(int bytes) {
    if (bytes > roomBytes) {
      return false;
    }
    roomBytes -= bytes;
    return true;
  }

  void giveRoomBack(int bytes) {
    roomBytes += bytes;
  }
}
