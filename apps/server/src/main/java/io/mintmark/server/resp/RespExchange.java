package io.mintmark.server.resp;

import io.mintmark.server.net.AnswerCount;
import io.mintmark.server.net.CallTimes;
import io.mintmark.server.net.Exchange;
import io.mintmark.server.net.OverloadedException;
import io.mintmark.server.net.Traffic;
import io.mintmark.service.Problem;
import io.mintmark.service.RunsOn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** One connection's commands. */
final class RespExchange implements Exchange<RespCall> {

  private final RespCommands commands;

  RespExchange(RespCommands commands) {
    this.commands = commands;
  }

  @Override
  public RespCall read(Object message) {
    return (RespCall) message;
  }

  @Override
  public RespCall malformed(Throwable cause) {
    return RespCall.refused(
        cause instanceof OverloadedException
            ? RespReply.error(Problem.report(cause))
            : RespReply.error("ERR Protocol error: " + cause.getMessage()));
  }

  @Override
  public boolean isOfClient(RespCall call) {
    return commands.isOfClient();
  }

  @Override
  public RunsOn runsOn(RespCall call) {
    return commands.runsOn(call);
  }

  @Override
  public CompletableFuture<RespReply> answer(RespCall call, Executor then) {
    return commands.answer(call, then);
  }

  @Override
  public long mostBytes(RespCall call) {
    return commands.mostBytes(call);
  }

  @Override
  public long bytes(Object answer) {
    return ((RespReply) answer).bytes();
  }

  @Override
  public Object failed(RespCall call, Throwable cause) {
    return RespReply.errors(cause, call.times());
  }

  @Override
  public void count(Object answer, AnswerCount to) {
    ((RespReply) answer).count(to);
  }

  @Override
  public CallTimes times(RespCall call, Traffic traffic) {
    return traffic.of(commands.name(call), commands.kind(call));
  }

  @Override
  public boolean isLast(RespCall call) {
    return call.isLast();
  }
}
