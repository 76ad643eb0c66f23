package io.mintmark.enginespeed;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.etcd.EtcdServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** One member of etcd, which syncs its log before it answers. Calls share a connection of gRPC. */
final class EtcdEngine implements Engine {

  private static final ByteSequence COUNTER = bytes("plain/counter");
  private static final ByteSequence PUT = bytes("plain/put");

  /** More than 64 threads can come in between. */
  private static final int MAX_TRIES = 10_000;

  private final EngineProcess process;
  private final Client client;
  private final KV kv;

  EtcdEngine() throws Exception {
    if (!EtcdServer.isInstalled()) {
      throw new TestAbortedException(EtcdServer.LACKING);
    }
    process = EtcdServer.start(1).get(0);
    client = Client.builder().endpoints("http://127.0.0.1:" + process.port()).build();
    kv = client.getKVClient();
    Object unused = kv.put(COUNTER, bytes("0")).get();
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  @Override
  public String version() throws Exception {
    String member = client
        .getMaintenanceClient()
        .statusMember("http://127.0.0.1:" + process.port())
        .get()
        .getVersion();
    return "etcd %s, one member, jetcd".formatted(member);
  }

  @Override
  public String url() {
    return "etcd://127.0.0.1:" + process.port();
  }

  @Override
  public List<Contender> plain() {
    return List.of(
        new Contender("`txn`: compare, put, again if changed", Transaction::new),
        new Contender(
            "`put`, its revision is the number",
            () -> () -> kv.put(PUT, ByteSequence.EMPTY).get().getHeader().getRevision()));
  }

  @Override
  public void close() {
    client.close();
    process.close();
  }

  /** Counts in a value, and begins with what the last answer had. */
  private final class Transaction implements Drawing {

    private ByteSequence last = bytes("0");

    @Override
    public long next() throws Exception {
      for (int i = 0; i < MAX_TRIES; i++) {
        long next = Long.parseLong(last.toString(StandardCharsets.UTF_8)) + 1;
        ByteSequence written = bytes(Long.toString(next));
        TxnResponse answer = kv.txn()
            .If(new Cmp(COUNTER, Cmp.Op.EQUAL, CmpTarget.value(last)))
            .Then(Op.put(COUNTER, written, PutOption.DEFAULT))
            .Else(Op.get(COUNTER, GetOption.DEFAULT))
            .commit()
            .get();
        if (answer.isSucceeded()) {
          last = written;
          return next;
        }
        last = answer.getGetResponses().get(0).getKvs().get(0).getValue();
      }
      throw new IllegalStateException("others always came first: tries=" + MAX_TRIES);
    }
  }
}
