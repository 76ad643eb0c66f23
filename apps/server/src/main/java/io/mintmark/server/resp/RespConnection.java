package io.mintmark.server.resp;

import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.access.Principal;
import io.mintmark.server.net.Connection;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.Exchange;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.OverloadedException;
import io.mintmark.service.Problem;
import io.mintmark.service.RunsOn;
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
      @Nullable Principal caller = session.caller();
      boolean single = caller == null || caller.isLimited() || !call.isIncrement();
      answer(single ? call : call.sent(decoder.repeats()), caller);
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
      if (call == null && large) {
        commandBytes =
            commandBytes > 0 ? commandBytes : terms.inFlight().take(RespDecoder.MAX_COMMAND_BYTES);
      } else if (commandBytes > 0) {
        terms.inFlight().giveBack(commandBytes);
        commandBytes = 0;
      }
      return call;
    } catch (RespDecoder.MalformedException e) {
      replyLast(RespReply.error("ERR Protocol error: " + e.getMessage()), RespCommands.UNKNOWN);
    } catch (OverloadedException e) {
      replyLast(RespReply.error(Problem.report(e)), RespCommands.UNKNOWN);
    }
    return null;
  }

  private void answer(RespCall call, @Nullable Principal caller) {
    if (!connection.admits(caller != null, caller == null)) {
      replyLast(RespReply.error(Problem.report(connection.overloaded())), RespCommands.name(call));
      return;
    }
    long taken;
    try {
      taken = call.ids() == 1 ? 0 : terms.inFlight().take(commands.mostBytes(call));
    } catch (OverloadedException e) {
      reply(call, RespReply.error(Problem.report(e)), 0);
      return;
    }
    connection.reads();
    waiting = true;
    terms.answer(
        connection,
        caller == null ? RunsOn.EVENT_LOOP : commands.runsOn(call),
        later -> commands.answer(call, caller, later),
        (made, failed) -> connection.run(() -> {
          if (caller == null) {
            boolean unusedClient = connection.admits(session.caller() != null, true); // By AUTH.
          }
          waiting = false;
          reply(
              call,
              failed == null
                  ? Objects.requireNonNull(made)
                  : RespReply.errors(failed, call.times()),
              taken);
          proceed();
          connection.answered();
        }));
  }

  /** Appends a reply, and ends the connection with it if it is the last. */
  private void reply(RespCall call, RespReply reply, long taken) {
    append(reply, RespCommands.name(call), commands.kind(call));
    if (taken > 0) {
      write().onComplete(sent -> terms.inFlight().giveBack(taken));
    }
    if (call.command().equals("QUIT") || (connection.isFinishing() && decoder.undecoded() == 0)) {
      end();
    }
  }

  private void replyLast(RespReply reply, String command) {
    append(reply, command, Exchange.NO_KIND);
    end();
  }

  private void append(RespReply reply, String command, String kind) {
    reply.writeTo(replies, session.version());
    long now = CLOCK.nanos();
    long took = now - begunNanos;
    begunNanos = now;
    reply.count((outcome, times) -> terms.traffic().record(command, kind, outcome, took, times));
  }

  private void end() {
    connection.joinLastBytesAndEnd();
    var unused = write();
    connection.end();
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
