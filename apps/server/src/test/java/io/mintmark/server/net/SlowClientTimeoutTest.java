package io.mintmark.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlowClientTimeoutTest {

  private static final int ROOM_BYTES = 1000;

  private final RequestMemory memory = new RequestMemory(ROOM_BYTES);
  private final Traffic traffic = new Traffic();
  private final SlowClientTimeout slowClients = new SlowClientTimeout(
      new PipelineMemory(new ConnectionMemory(memory)),
      traffic,
      message -> message instanceof ByteBuf bytes ? bytes.readableBytes() : 0);
  private final EmbeddedChannel channel = new EmbeddedChannel(slowClients);

  @BeforeEach
  void freeze() {
    channel.freezeTime();
  }

  private void looks(int times) {
    for (int i = 0; i < times; i++) {
      channel.advanceTimeBy(SlowClientTimeout.LOOK_SECONDS, TimeUnit.SECONDS);
      channel.runScheduledPendingTasks();
    }
  }

  @Test
  void silence_isTolerated() {
    looks(100);

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void request_incompleteAtTwoChecks_isClosed() {
    channel.writeInbound("P");
    looks(1);
    channel.writeInbound("I");

    assertThat(channel.isOpen()).isTrue();
    looks(1);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void requests_completed_areNeverClosed() {
    for (int i = 0; i < 100; i++) {
      channel.writeInbound("begun");
      looks(1);
      slowClients.requestIsComplete();
    }

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void request_serverNotReading_isTolerated() {
    channel.writeInbound("begun");
    channel.config().setAutoRead(false);
    looks(100);

    assertThat(channel.isOpen()).isTrue();
    channel.config().setAutoRead(true);
    looks(2);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void answers_unreadAtTwoChecks_areClosed() {
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
    looks(1);

    assertThat(channel.isOpen()).isTrue();
    looks(1);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void answers_readBetweenChecks_areNeverClosed() {
    for (int i = 0; i < 100; i++) {
      channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
      looks(1);
      channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
      channel.runPendingTasks();
    }

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void request_beyondTheMemory_isNotReadFurther() {
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[RequestMemory.OWN_BYTES]));
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[ROOM_BYTES]));
    assertThatThrownBy(() -> channel.writeInbound(Unpooled.wrappedBuffer(new byte[1])))
        .isInstanceOf(OverloadedException.class);
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[5]));

    assertThat(channel.inboundMessages()).hasSize(2);
    assertThat(traffic.refusedBytes()).isEqualTo(6);
    assertThat(memory.takenBytes()).isEqualTo(ROOM_BYTES);
    channel.releaseInbound();
  }

  @Test
  void request_partlyConsumed_isTimedAndCountedByTheRest() {
    assertThat(memory.take(ROOM_BYTES)).isTrue();
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[RequestMemory.OWN_BYTES]));
    slowClients.hasPassedOnBut(1, true);
    memory.giveBack(ROOM_BYTES);
    channel.writeInbound(Unpooled.wrappedBuffer(new byte[RequestMemory.OWN_BYTES]));

    assertThat(memory.takenBytes()).isEqualTo(1);
    for (int i = 0; i < 100; i++) {
      slowClients.hasPassedOnBut(1, true);
      looks(1);
    }
    assertThat(channel.isOpen()).isTrue();
    slowClients.hasPassedOnBut(1, false);
    looks(1);
    assertThat(channel.isOpen()).isFalse();
    assertThat(memory.takenBytes()).isZero();
    channel.releaseInbound();
  }

  @Test
  void lastAnswer_unreadAtTwoChecks_isClosed() {
    slowClients.lastAnswerIsGiven();
    looks(1);

    assertThat(channel.isOpen()).isTrue();
    looks(1);
    assertThat(channel.isOpen()).isFalse();
  }
}
