package io.mintmark.server.http;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The turns to be answered, and the room for bodies, that the streams of one HTTP/2 connection
 * share. Together they can make the server keep little more than a connection of HTTP/1.1 can. All
 * state belongs to the connection's event loop.
 */
final class Http2Shares {

  /** How many streams are answered at a time: answers may wait for the client to take them. */
  static final int TURNS = 16;

  /** How many bytes of bodies are kept at a time: one request may need it all. */
  static final int ROOM_BYTES = LineWrites.MAX_BODY_BYTES;

  private final Queue<Http2Stream> waiting = new ArrayDeque<>();
  private int turns = TURNS;
  private int roomBytes = ROOM_BYTES;

  /** Gives a turn; without one left it is given later, and {@link Http2Stream#go} is called. */
  boolean takeTurn(Http2Stream stream) {
    if (turns == 0) {
      waiting.add(stream);
      return false;
    }
    turns--;
    return true;
  }

  /** Gives a turn back, which is the next one's. */
  void giveTurnBack() {
    Http2Stream next = waiting.poll();
    if (next == null) {
      turns++;
    } else {
      next.go();
    }
  }

  /** A stream that has waited in vain. */
  void leave(Http2Stream stream) {
    waiting.remove(stream);
  }

  /** Takes room for a part of a body, if there is any left. */
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
