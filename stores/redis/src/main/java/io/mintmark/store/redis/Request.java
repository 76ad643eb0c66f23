package io.mintmark.store.redis;

import io.lettuce.core.protocol.RedisCommand;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Write;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One command on one key, and who waits for its answer. Sent again only if the server said that it
 * has done nothing: to load the scripts first, or to another server of the cluster.
 */
abstract class Request {

  final String key;

  /** Where to send it, if a server has said so, instead of where the key is thought to be. */
  @Nullable
  Link target;

  /** Whether the target has to be told that it was asked by redirection. */
  boolean asking;

  private final Supplier<RedisCommand<String, String, String>> command;

  Request(String key, Supplier<RedisCommand<String, String, String>> command) {
    this.key = key;
    this.command = command;
  }

  final RedisCommand<String, String, String> command() {
    return command.get();
  }

  abstract void answered(@Nullable String reply);

  abstract void failed(StoreUnavailableException reason);

  /** What a write asks for; its answer goes to those who wait for the write. */
  static Request of(String key, Write write) {
    if (write instanceof Write.Claim claim) {
      return ofClaim(key, claim);
    }
    if (write instanceof Write.CompareAndSet move) {
      return ofMove(key, move);
    }
    return ofNote(key, (Write.Note) write);
  }

  private static Request ofClaim(String key, Write.Claim claim) {
    String floor = Long.toString(claim.atLeast());
    String count = Long.toString(claim.count());
    String highest = Long.toString(Long.MAX_VALUE - claim.count());
    return new OfWrite(key, () -> Script.CLAIM.on(key, floor, count, highest), claim) {
      @Override
      void given(String reply) {
        if (reply.startsWith("!")) {
          claim.exhausted(Long.parseLong(reply.substring(1)));
        } else {
          claim.claimed(Long.parseLong(reply));
        }
      }
    };
  }

  private static Request ofMove(String key, Write.CompareAndSet move) {
    String expected = Long.toString(move.expected());
    String next = Long.toString(move.next());
    return new OfWrite(key, () -> Script.MOVE.on(key, expected, next), move) {
      @Override
      void given(String reply) {
        move.moved(reply.equals("1"));
      }
    };
  }

  private static Request ofNote(String key, Write.Note note) {
    return new OfWrite(key, () -> Script.NOTE.on(key, note.text()), note) {
      @Override
      void given(String reply) {
        note.written();
      }
    };
  }

  private abstract static class OfWrite extends Request {

    private final Write write;

    OfWrite(String key, Supplier<RedisCommand<String, String, String>> command, Write write) {
      super(key, command);
      this.write = write;
    }

    abstract void given(String reply);

    @Override
    void answered(@Nullable String reply) {
      if (reply == null) {
        failed(new StoreUnavailableException(
            Message.of("the script gave no answer: reply=none, key={}", key)));
      } else {
        given(reply);
      }
    }

    @Override
    void failed(StoreUnavailableException reason) {
      write.failed(reason);
    }
  }
}
