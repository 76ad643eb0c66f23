package io.mintmark.store.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.LineParts;
import io.mintmark.store.engine.RecentLines;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A store engine that keeps lines (named, durable counters) in etcd, one key each. Every change is
 * a transaction that first compares the key's value. Reads return the state that a majority of the
 * members has.
 *
 * <p><b>One line.</b> The last value of a line is remembered, so a claim needs no read before it.
 * The transaction compares the whole value with the remembered one, puts the new value if they are
 * equal, and reads otherwise. After a failed comparison, the line's value is known from that read,
 * and the next round starts from it. The transaction compares the value, and not its revision. So a
 * success proves the line's position, even if a restored backup set it. A line without a remembered
 * value is assumed to be absent. This assumption is right for a new line. For an existing line, the
 * failed comparison costs no more than a read.
 *
 * <p><b>Many lines.</b> The transactions of a batch are nested in one transaction, so they share a
 * round trip, an entry of the log and a sync. Each nested transaction has its own comparison, so a
 * line that another process moves does not delay the other lines. Only the lines whose comparison
 * failed are in the next round.
 *
 * <p><b>The range of an unknown result is burned.</b> A transaction without a reply may have been
 * executed, or may still be executed later. It changes the line at most once, and no caller gets
 * the range that it claims.
 */
final class EtcdEngine implements StoreEngine {

  /** The most lines in a batch. etcd accepts at most 128 operations in a transaction. */
  private static final int MAX_LINES = 100;

  /** The maximum number of remembered lines. */
  private static final int MAX_REMEMBERED = 10_000;

  /**
   * The most lines to list with one request. That many lines of the maximum length fit into a
   * reply, which has at most 4 MiB.
   */
  private static final int MAX_ANSWER = 500;

  private static final Cmp[] NO_COMPARISON = {};
  private static final Op[] NOTHING = {};

  private final EtcdConnection connection;
  private final EtcdKeys keys;
  private final InstantSource clock;

  /** The last known values of lines. Used only in {@link #write}, by one thread at a time. */
  private final RecentLines<LineValue> remembered = new RecentLines<>(MAX_REMEMBERED);

  EtcdEngine(EtcdConnection connection, EtcdKeys keys, InstantSource clock) {
    this.connection = connection;
    this.keys = keys;
    this.clock = clock;
  }

  @Override
  public int maxLines() {
    return MAX_LINES;
  }

  @Override
  public long position(String line, Deadline deadline) {
    List<KeyValue> found = connection
        .ask(client -> client.getKVClient().get(keys.key(line)), deadline)
        .getKvs();
    return LineValue.of(line, found).next();
  }

  /** Reads the positions in as few transactions as possible. etcd does not provide a clock. */
  @Override
  public LinePositions positions(List<String> lines, Deadline deadline) {
    List<Long> next = new ArrayList<>();
    for (int from = 0; from < lines.size(); from += MAX_LINES) {
      List<String> part = lines.subList(from, Math.min(from + MAX_LINES, lines.size()));
      Op[] reads =
          part.stream().map(line -> Op.get(keys.key(line), GetOption.DEFAULT)).toArray(Op[]::new);
      List<GetResponse> answers = connection
          .ask(client -> client.getKVClient().txn().Then(reads).commit(), deadline)
          .getGetResponses();
      for (int i = 0; i < reads.length; i++) {
        next.add(LineValue.of(part.get(i), answers.get(i).getKvs()).next());
      }
    }
    return new LinePositions(next, Optional.empty());
  }

  @Override
  public List<Line> lines(LinePage page, Deadline deadline) {
    return LineParts.of(page, MAX_ANSWER, part -> {
      GetOption range = GetOption.builder()
          .withRange(keys.key(part.to()))
          .withLimit(part.limit())
          .build();
      return connection
          .ask(client -> client.getKVClient().get(keys.key(part.from()), range), deadline)
          .getKvs()
          .stream()
          .map(found -> LineValue.line(keys.line(found.getKey()), found.getValue()))
          .toList();
    });
  }

  @Override
  public void close() {
    connection.close();
  }

  @Override
  public void write(List<Write> writes, Deadline deadline) {
    List<Write> open = writes;
    while (!open.isEmpty()) {
      try {
        open = round(open, deadline);
      } catch (EtcdException | StoreUnavailableException e) {
        open.forEach(write -> write.failed(e));
        return;
      }
    }
  }

  /** Executes one transaction. Returns the writes that must be tried again. */
  private List<Write> round(List<Write> writes, Deadline deadline) {
    List<Optional<LineValue>> wanted = new ArrayList<>();
    List<Op> operations = new ArrayList<>();
    for (Write write : writes) {
      LineValue known = remembered.getOrDefault(write.line(), LineValue.ABSENT);
      Optional<LineValue> after = known.after(write, clock.millis());
      wanted.add(after);
      operations.add(operation(keys.key(write.line()), known, after));
    }
    Op[] each = operations.toArray(Op[]::new);
    TxnResponse response =
        connection.ask(client -> client.getKVClient().txn().Then(each).commit(), deadline);
    List<Write> again = new ArrayList<>();
    for (int i = 0; i < each.length; i++) {
      if (!settle(writes.get(i), wanted.get(i), response.getTxnResponses().get(i))) {
        again.add(writes.get(i));
      }
    }
    return again;
  }

  /**
   * Makes an operation that writes a value if the line has the known one. Otherwise, or without a
   * value, it reads the line.
   */
  private static Op operation(ByteSequence key, LineValue known, Optional<LineValue> after) {
    Op[] read = {Op.get(key, GetOption.DEFAULT)};
    if (after.isEmpty()) {
      return Op.txn(NO_COMPARISON, read, NOTHING);
    }
    CmpTarget<?> same =
        known.isAbsent() ? CmpTarget.version(0) : CmpTarget.value(EtcdKeys.bytes(known.text()));
    Op[] put = {Op.put(key, EtcdKeys.bytes(after.get().text()), PutOption.DEFAULT)};
    return Op.txn(new Cmp[] {new Cmp(key, Cmp.Op.EQUAL, same)}, put, read);
  }

  /** Evaluates the reply. Returns whether the write now has its result. */
  private boolean settle(Write write, Optional<LineValue> wanted, TxnResponse answer) {
    if (wanted.isPresent() && answer.isSucceeded()) {
      remembered.put(write.line(), wanted.get());
      write.done(wanted.get().next());
      return true;
    }
    try {
      LineValue found =
          LineValue.of(write.line(), answer.getGetResponses().get(0).getKvs());
      remembered.put(write.line(), found);
      boolean refused = found.after(write, 0).isEmpty();
      if (refused) {
        write.refused(found.next());
      }
      return refused;
    } catch (IllegalStateException e) {
      write.failed(e);
      return true;
    }
  }
}
