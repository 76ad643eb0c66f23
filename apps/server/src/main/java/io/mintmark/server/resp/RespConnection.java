package io.mintmark.server.resp;

import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.server.access.Principal;
import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.Connection;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.InFlight;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.server.net.Traffic;
import io.mintmark.service.Problem;
import io.mintmark.service.ProblemException;
import io.mintmark.service.RunsOn;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Answers one connection's commands in the order of their arrival. All state belongs to the
 * connection's event loop.
 *
 * <p>While a command waits for its reply, or the client does not take its replies, no more is read.
 * Of the commands that were read, only INCR of generators that are already open begin then, at most
 * {@value #MAX_WAITING}: many clients send the commands of all their threads on one connection, and
 * the claims can share a commit. So the memory holds at most these commands of a connection, the
 * bytes of one read, the replies that fit the socket's buffer, and one more. {@link InFlight}
 * limits the large ones of all connections.
 */
final class RespConnection implements Handler<Buffer> {

  private static final ElapsedClock CLOCK = ElapsedClock.system();

  /** Replies of this size are written before the next command is answered. */
  private static final int WRITTEN_BYTES = 16 * 1024;

  /** How many INCR wait for their replies at the same time. */
  private static final int MAX_WAITING = 128;

  /**
   * A command that waits for its reply, or for the replies to earlier commands.
   *
   * @param kind the kind of its generator, if that was open already
   * @param reply completed on the event loop
   */
  private record Waiting(
      RespCall call,
      String kind,
      long begunNanos,
      long takenBytes,
      CompletableFuture<Object> reply) {}

  /** As what a command is counted. */
  private record Counted(String command, String kind, RequestOutcome outcome) {}

  private final NetSocket socket;
  private final Connection connection;
  private final RespCommands commands;
  private final RespSession session;
  private final ShownToken token;
  private final ConnectionContext terms;
  private final Traffic traffic;
  private final RespDecoder decoder = new RespDecoder();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  /** The command that begins next. */
  private @Nullable RespCall next;

  private Buffer replies = Buffer.buffer();
  private boolean proceeding;
  private boolean full;
  private boolean ended;
  private boolean writesSoon;
  /** Whether later commands may begin before the waiting commands have their replies. */
  private boolean sharing;
  /** When the last command was counted, or the bytes of the present one arrived. */
  private long turnNanos;

  /** How many commands were answered at once in a row and are not counted yet. */
  private int uncounted;

  private Counted alike = new Counted("", Traffic.NO_KIND, RequestOutcome.OK);
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
    this.token = session.token;
    this.terms = terms;
    this.traffic = terms.traffic();
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
          clear();
          terms.inFlight().giveBack(commandBytes);
          commandBytes = 0;
        });
  }

  @Override
  public void handle(Buffer more) {
    try {
      decoder.append(more);
      proceed();
    } catch (Throwable e) { // The top of a request. Vert.x would only log it.
      connection.fault(e);
    }
  }

  private void clear() {
    decoder.clear();
    next = null;
  }

  private void proceed() {
    if (proceeding) {
      return;
    }
    proceeding = true;
    connection.reads(); // It does not end before all commands that were received are answered.
    turnNanos = CLOCK.nanos();
    ended = connection.hasEnded();
    while (!full && !ended && (next != null || decoder.undecoded > 0)) {
      @Nullable RespCall call = decoded();
      if (call == null) {
        break;
      }
      String kind = commands.kind(call);
      if (!waiting.isEmpty()
          && !(mayShare(call, kind) && sharing && waiting.size() < MAX_WAITING)) {
        break;
      }
      next = null;
      answer(call, kind);
      if (replies.length() >= WRITTEN_BYTES) {
        write();
      }
    }
    write();
    proceeding = false;
    boolean reads = waiting.isEmpty() && !full;
    if (!connection.answered(reads, reads && decoder.undecoded > 0)) {
      clear();
    }
  }

  private static boolean mayShare(RespCall call, String kind) {
    return call.command.equals("INCR") && !kind.equals(Traffic.NO_KIND);
  }

  /** Returns the command that begins next; null if it has not arrived completely. */
  private @Nullable RespCall decoded() {
    try {
      next = next == null ? decoder.next() : next;
      if (next == null && commandBytes == 0 && decoder.undecoded > InFlight.SMALL_BYTES) {
        commandBytes = terms.inFlight().take(RespDecoder.MAX_COMMAND_BYTES);
      } else if (next != null && commandBytes > 0) {
        terms.inFlight().giveBack(commandBytes);
        commandBytes = 0;
      }
    } catch (IllegalArgumentException | ProblemException e) {
      if (waiting.isEmpty()) { // Otherwise it is decoded again, after their replies.
        replyLast(
            e instanceof ProblemException
                ? RespReply.error(Problem.report(e))
                : RespReply.error("Protocol error: " + e.getMessage()),
            RespCommands.UNKNOWN);
      }
    }
    return next;
  }

  private void answer(RespCall call, String kind) {
    if (!call.metricName.equals(alike.command)) {
      count();
    }
    @Nullable Principal caller = token.known();
    if (!connection.admits(caller != null, caller == null)) {
      replyLast(RespReply.error(Problem.report(connection.overloaded())), call.metricName);
      return;
    }
    long taken = 0;
    RunsOn runsOn = RunsOn.EVENT_LOOP;
    if (call.ids > 1 && caller != null && call.command.equals(RespCall.MINT_NEXT)) {
      try {
        taken = terms.inFlight().take(commands.mostBytes(call));
      } catch (ProblemException e) {
        reply(call, kind, RespReply.error(Problem.report(e)), 0, 0);
        return;
      }
      runsOn = RunsOn.makingIds(call.ids);
    }
    CompletableFuture<?> made = runsOn == RunsOn.EVENT_LOOP
        ? commands.answer(call, caller)
        : terms.make(runsOn, () -> commands.answer(call, caller).thenApply(reply -> reply));
    if (!made.isDone() || !waiting.isEmpty()) {
      await(call, caller, kind, taken, made);
      return;
    }
    Object reply;
    try {
      reply = commands.reply(call, caller, made.join(), null);
    } catch (CompletionException e) {
      reply = commands.reply(call, caller, null, e);
    }
    if (caller == null) {
      boolean unusedClient = connection.admits(token.known() != null, true); // By AUTH.
    }
    reply(call, kind, reply, 0, taken);
  }

  private void await(
      RespCall call,
      @Nullable Principal caller,
      String kind,
      long taken,
      CompletableFuture<?> made) {
    count();
    sharing = mayShare(call, kind);
    Waiting last = new Waiting(call, kind, turnNanos, taken, new CompletableFuture<>());
    waiting.add(last);
    connection.reads();
    terms.await(
        connection,
        made,
        (result, failed) -> connection.run(() -> {
          boolean unused = last.reply.complete(commands.reply(call, caller, result, failed));
          while (!waiting.isEmpty() && waiting.getFirst().reply.isDone()) {
            Waiting first = waiting.remove();
            long waitedNanos = CLOCK.nanos() - first.begunNanos;
            reply(first.call, first.kind, first.reply.join(), waitedNanos, first.takenBytes);
          }
          if (waiting.isEmpty()) {
            proceed();
          } else {
            writeSoon();
          }
          connection.answered();
        }));
  }

  /**
   * Appends a reply, and ends the connection with it if it is the last.
   *
   * @param waitedNanos the time from the command's turn; 0 if it was answered at once
   */
  private void reply(RespCall call, String kind, Object reply, long waitedNanos, long taken) {
    // The command may have opened its generator.
    String known = kind.equals(Traffic.NO_KIND) ? commands.kind(call) : kind;
    append(reply, new Counted(call.metricName, known, RespReply.outcome(reply)), waitedNanos);
    if (taken > 0) {
      write().onComplete(sent -> terms.inFlight().giveBack(taken));
    }
    if (call.command.equals("QUIT")
        || (connection.isFinishing()
            && waiting.isEmpty()
            && next == null
            && decoder.undecoded == 0)) {
      end();
    }
  }

  private void replyLast(RespReply reply, String command) {
    append(reply, new Counted(command, Traffic.NO_KIND, reply.outcome()), 0);
    end();
  }

  private void append(Object reply, Counted as, long waitedNanos) {
    RespReply.append(replies, reply, session.version);
    if (waitedNanos > 0 || !as.equals(alike)) {
      count();
      alike = as;
    }
    if (waitedNanos > 0) {
      traffic.record(alike.command, alike.kind, alike.outcome, waitedNanos, 1);
    } else {
      uncounted++;
    }
  }

  /**
   * Counts the commands that were answered at once in a row, with their mean time, so that the
   * clock is not read for each INCR of a pipeline.
   */
  private void count() {
    long now = CLOCK.nanos();
    if (uncounted > 0) {
      long meanNanos = (now - turnNanos) / uncounted;
      traffic.record(alike.command, alike.kind, alike.outcome, meanNanos, uncounted);
      uncounted = 0;
    }
    turnNanos = now;
  }

  private void end() {
    ended = true;
    connection.joinLastBytesAndEnd();
    var unused = write();
    connection.end();
  }

  /** Writes the replies that precede a waiting command's, which may take as long as a store. */
  private void writeSoon() {
    if (replies.length() > 0 && !writesSoon) {
      writesSoon = true;
      connection.runSoon(() -> {
        writesSoon = false;
        var unused = write();
      });
    }
  }

  private Future<Void> write() {
    if (replies.length() == 0) {
      return Future.succeededFuture();
    }
    count();
    Future<Void> written = socket.write(replies);
    replies = Buffer.buffer();
    if (socket.writeQueueFull() && !full && !connection.hasEnded()) {
      full = true;
      connection.reads(); // These replies are on their way.
    }
    return written;
  }
}
