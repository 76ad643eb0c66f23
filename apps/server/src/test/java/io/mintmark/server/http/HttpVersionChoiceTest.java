package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.net.InOrder;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import org.junit.jupiter.api.Test;

class HttpVersionChoiceTest {

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new HttpVersionChoice(pipeline -> {}, pipeline -> {}));

  @Test
  void fault_beforeTheFirstRequest_closesWithoutALogMessage() {
    channel.pipeline().fireExceptionCaught(new DecoderException("Bearer secret"));

    assertThat(channel.isOpen()).isFalse();
    channel.checkException();
  }

  @Test
  void end_beforeTheFirstRequest_closes() {
    channel.pipeline().fireUserEventTriggered(InOrder.FINISH);
    assertThat(channel.isOpen()).isTrue();
    channel.pipeline().fireUserEventTriggered(InOrder.END);

    assertThat(channel.isOpen()).isFalse();
  }
}
