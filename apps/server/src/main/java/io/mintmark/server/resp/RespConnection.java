package io.mintmark.server.resp;

import io.mintmark.error.Message;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.net.CallTimes;
import io.mintmark.server.net.Connection;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.OverloadedException;
import io.mintmark.service.Problem;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Answers one connection's commands one after another, in the order of their arrival. All state
 * belongs to the connection's event loop.
 *
 * <p>While a command waits for its reply, or the client does not take its replies, no more is read.
 * So a connection has in memory at most a command and the bytes of one read, and the replies that
 * fit the socket's buffer and one more. {@link InFlight} limits the large ones of all connections.
 */
final class RespConnection implements Handler<Buffer> {

  private static final ElapsedClock CLOCK = ElapsedClock.system();

  /** Replies of this size are written before the next command is answered. */
  private static final int WRITTEN_BYTES = 16 * 1024;

  private final NetSocket socket;
  private final Connection connection;
  private final RespCommands commands;
  private final RespSession session;
  private final ConnectionContext terms;
  private final RespDecoder decoder = new RespDecoder();
  private Buffer replies = Buffer.buffer();
  private boolean proceeding;
  private boolean waiting;
  private boolean full;
  private long begunNanos;
  private long commandBytes;

  RespConnection(
      NetSocket socket,
      Connection connection,
      RespCommands commands,
      RespSession session,
      ConnectionContext terms) {
    this.socket = socket;
    this.connection = connection;
    this.commands = commands;
    this.session = session;
    this.terms = terms;
  }

  /** Starts to read. */
  void begin() {
    var unused = socket
        .handler(this)
        .exceptionHandler(connection::failed)
        .drainHandler(drained -> connection.run(() -> {
          if (full) {
            full = false;
            proceed();
            connection.answered();
          }
        }))
        .closeHandler(closed -> {
          decoder.clear();
          terms.inFlight().giveBack(commandBytes);
          commandBytes = 0;
        });
  }

  @Override
  public void handle(Buffer more) {
    connection.run(() -> {
      decoder.append(more);
      proceed();
    });
  }

  private void proceed() {
    if (proceeding) {
      return;
    }
    proceeding = true;
    connection.reads(); // It does not end before all commands that were received are answered.
    begunNanos = CLOCK.nanos();
    while (!waiting && !full && !connection.hasEnded()) {
      @Nullable RespCall call = next();
      if (call == null) {
        break;
      }
      answer(call);
      if (replies.length() >= WRITTEN_BYTES) {
        write();
      }
    }
    write();
    proceeding = false;
    connection.answered();
    if (connection.hasEnded()) {
      decoder.clear();
    } else {
      connection.read(!waiting && !full);
      connection.isWithin(!waiting && !full && decoder.undecoded() > 0);
    }
  }

  private @Nullable RespCall next() {
    try {
      @Nullable RespCall call = decoder.next();
      boolean large = decoder.undecoded() > InFlight.SMALL_BYTES;
      if (call != null || !large) {
        terms.inFlight().giveBack(commandBytes);
        commandBytes = 0;
      } else if (commandBytes == 0) {
        commandBytes = terms.inFlight().take(RespDecoder.MAX_COMMAND_BYTES);
      }
      return call;
    } catch (RespDecoder.MalformedException e) {
      return RespCall.refused(RespReply.error("ERR Protocol error: " + e.getMessage()));
    } catch (OverloadedException e) {
      return RespCall.refused(RespReply.error(Problem.report(e)));
    }
  }

  private void answer(RespCall call) {
    boolean ofClient = commands.isOfClient();
    if (!connection.admits(ofClient, !ofClient)) {
      reply(
          call,
          RespReply.error(Problem.report(new OverloadedException(Message.of(
              "too many clients are connected: {}; nothing was done, and the connection ends; open"
                  + " fewer connections, or raise the setting",
              connection.countRefusal())))),
          0,
          true);
      return;
    }
    long taken;
    try {
      taken = terms.inFlight().take(commands.mostBytes(call));
    } catch (OverloadedException e) {
      reply(call, RespReply.error(Problem.report(e)), 0, false);
      return;
    }
    connection.reads();
    waiting = true;
    terms.answer(
        connection,
        commands.runsOn(call),
        later -> commands.answer(call, later),
        (made, failed) -> connection.run(() -> answered(call, made, failed, taken)));
  }

  private void answered(
      RespCall call, @Nullable RespReply made, @Nullable Throwable failed, long taken) {
    waiting = false;
    boolean unusedClient = connection.admits(commands.isOfClient(), true); // By its token.
    RespReply reply =
        failed == null ? Objects.requireNonNull(made) : RespReply.errors(failed, call.times());
    reply(call, reply, taken, call.isLast());
    proceed();
    connection.answered();
  }

  /** Appends a reply, and ends the connection with it if it is the last. */
  private void reply(RespCall call, RespReply reply, long taken, boolean last) {
    reply.writeTo(replies, session.version());
    count(call, reply);
    if (taken > 0) {
      write().onComplete(sent -> terms.inFlight().giveBack(taken));
    }
    if (last || (connection.isFinishing() && decoder.undecoded() == 0)) {
      connection.joinLastBytesAndEnd();
      var unused = write();
      connection.end();
    }
  }

  private void count(RespCall call, RespReply reply) {
    long now = CLOCK.nanos();
    long took = now - begunNanos;
    begunNanos = now;
    CallTimes times = terms.traffic().of(commands.name(call), commands.kind(call));
    reply.count((outcome, often) -> times.record(outcome, took, often));
  }

  private Future<Void> write() {
    if (replies.length() == 0) {
      return Future.succeededFuture();
    }
    Future<Void> written = socket.write(replies);
    replies = Buffer.buffer();
    if (socket.writeQueueFull() && !full && !connection.hasEnded()) {
      full = true;
      connection.reads(); // These replies are on their way.
    }
    return written;
  }
}
