package io.mintmark.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * Ends a connection whose client starts another handshake, which TLS 1.2 permits. A handshake costs
 * the server a hundred times as much as the client, and one connection could request any number.
 *
 * <p>It precedes the decryption, and reads only the type of each record, which is not encrypted.
 * After its change of cipher, a client sends at most one more record of the type handshake: in TLS
 * 1.2 the encrypted end of the handshake, in TLS 1.3 a second greeting if the server requests one.
 * In TLS 1.3 all later records have the type data. So any further record of the type handshake
 * starts another handshake.
 */
final class RenegotiationGuard extends ChannelInboundHandlerAdapter {

  private static final int CHANGE_OF_CIPHER = 20;
  private static final int HANDSHAKE = 22;
  private static final int DATA = 23;

  /** A record's type, the version in two bytes, and the length in two. */
  private static final int HEADER_BYTES = 5;

  private final ConnectionSlot slot;
  private boolean begun;
  private int headerBytes;
  private int length;
  private int restBytes;
  private boolean changed;
  private boolean ended;

  RenegotiationGuard(ConnectionSlot slot) {
    this.slot = slot;
  }

  /**
   * Returns whether the client has sent anything. A client that only connects, for example to check
   * the port, has not failed to use TLS.
   */
  boolean hasBegun() {
    return begun;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    begun = true;
    if (isHandshakeAnew((ByteBuf) message)) {
      slot.countFailedTls("the client began a second handshake");
      ReferenceCountUtil.release(message);
      ChannelFuture unused = ctx.close();
    } else {
      ctx.fireChannelRead(message);
    }
  }

  private boolean isHandshakeAnew(ByteBuf bytes) {
    int at = bytes.readerIndex();
    while (at < bytes.writerIndex()) {
      if (restBytes > 0) {
        int skipped = Math.min(restBytes, bytes.writerIndex() - at);
        restBytes -= skipped;
        at += skipped;
      } else {
        int next = bytes.getUnsignedByte(at++);
        if (headerBytes == 0 && isAnew(next)) {
          return true;
        }
        headerBytes++;
        length = headerBytes < HEADER_BYTES - 1 ? 0 : length << 8 | next;
        if (headerBytes == HEADER_BYTES) {
          restBytes = length;
          headerBytes = 0;
          length = 0;
        }
      }
    }
    return false;
  }

  private boolean isAnew(int type) {
    if (type == HANDSHAKE && ended) {
      return true;
    }
    ended |= type == DATA || (type == HANDSHAKE && changed);
    changed |= type == CHANGE_OF_CIPHER;
    return false;
  }
}
