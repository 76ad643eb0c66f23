package io.mintmark.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Answers a client that sends the port's protocol without TLS to a port with TLS, and then closes
 * the connection. It precedes the decryption, and looks only at the first data of a connection.
 */
final class PlainTextAnswer extends ChannelInboundHandlerAdapter {

  /** The first byte of a TLS record is below this one. In SSL 2 it is negative as a signed byte. */
  private static final byte FIRST_PRINTABLE = ' ';

  private final Protocol protocol;
  private final ConnectionSlot slot;
  private boolean answered;

  PlainTextAnswer(Protocol protocol, ConnectionSlot slot) {
    this.protocol = protocol;
    this.slot = slot;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (answered) {
      ReferenceCountUtil.release(message);
      return;
    }
    Optional<String> answer = answer((ByteBuf) message);
    if (answer.isEmpty()) {
      ctx.pipeline().remove(this);
      ctx.fireChannelRead(message);
    } else {
      ReferenceCountUtil.release(message);
      answer(ctx, answer.get());
    }
  }

  private Optional<String> answer(ByteBuf first) {
    return first.isReadable() && first.getByte(first.readerIndex()) >= FIRST_PRINTABLE
        ? protocol.answerWithoutTls(first.toString(StandardCharsets.US_ASCII))
        : Optional.empty();
  }

  private void answer(ChannelHandlerContext ctx, String text) {
    answered = true;
    slot.countFailedTls(ConnectionSlot.NO_TLS);
    // Otherwise the end of the connection would be announced in TLS.
    ctx.pipeline().remove(SslHandler.class);
    HalfClose.after(ctx.write(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII)), ctx);
    ctx.flush();
  }
}
