package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MemoryStore;
import org.junit.jupiter.api.Test;

class LineWritesTest {

  private static final class WithoutReads extends ForwardingStore {

    WithoutReads() {
      super(new MemoryStore());
    }

    @Override
    public long position(String line) {
      throw new StoreUnavailableException("no reads: line=" + line);
    }
  }

  @Test
  void answer_positionOfAnExhaustedLineUnknown_answersTheOtherWrites() {
    HttpReply reply = LineWrites.answer("""
            {"writes":[
              {"line":"a","atLeast":"0","count":"10"},
              {"line":"b","atLeast":"9223372036854775807","count":"1"}
            ]}""", new WithoutReads(), Runnable::run).join();

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).contains("{\"start\":\"0\"},", "no reads: line=b");
  }
}
