package io.mintmark.server.resp;

import io.mintmark.server.net.Exchange;

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
    return RespCall.malformed(String.valueOf(cause.getMessage()));
  }

  @Override
  public boolean waits(RespCall call) {
    return commands.waits(call);
  }

  @Override
  public Object answer(RespCall call) {
    return commands.answer(call);
  }

  @Override
  public boolean isLast(RespCall call) {
    return call.isLast();
  }
}
