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
import io.mintmark.store.engine.RecentLines;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

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
    return page.inParts(MAX_ANSWER, part -> {
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
    List<Step> steps = writes.stream().map(Step::new).toList();
    while (!steps.isEmpty()) {
      try {
        steps = round(steps, deadline);
      } catch (EtcdException | StoreUnavailableException e) {
        steps.forEach(step -> step.write.failed(e));
        return;
      }
    }
  }

  /** Executes one transaction. Returns the steps that must be tried again. */
  private List<Step> round(List<Step> steps, Deadline deadline) {
    Op[] each = steps.stream().map(Step::operation).toArray(Op[]::new);
    TxnResponse response =
        connection.ask(client -> client.getKVClient().txn().Then(each).commit(), deadline);
    List<TxnResponse> answers = response.getTxnResponses();
    List<Step> again = new ArrayList<>();
    for (int i = 0; i < each.length; i++) {
      if (!steps.get(i).take(answers.get(i))) {
        again.add(steps.get(i));
      }
    }
    return again;
  }

  /** A write without a result, and the assumed value of its line. */
  private final class Step {

    private final Write write;
    private final ByteSequence key;
    private LineValue known;
    private @Nullable LineValue wanted;

    Step(Write write) {
      this.write = write;
      this.key = keys.key(write.line());
      this.known = remembered.getOrDefault(write.line(), LineValue.ABSENT);
      this.wanted = wanted();
    }

    Op operation() {
      Op[] read = {Op.get(key, GetOption.DEFAULT)};
      if (wanted == null) {
        return Op.txn(NO_COMPARISON, read, NOTHING);
      }
      CmpTarget<?> same =
          known.isAbsent() ? CmpTarget.version(0) : CmpTarget.value(EtcdKeys.bytes(known.text()));
      Op[] put = {Op.put(key, EtcdKeys.bytes(wanted.text()), PutOption.DEFAULT)};
      return Op.txn(new Cmp[] {new Cmp(key, Cmp.Op.EQUAL, same)}, put, read);
    }

    /** Evaluates the reply. Returns whether the write now has its result. */
    boolean take(TxnResponse answer) {
      if (wanted != null && answer.isSucceeded()) {
        remembered.put(write.line(), wanted);
        write.done(wanted.next());
        return true;
      }
      try {
        known = LineValue.of(write.line(), answer.getGetResponses().get(0).getKvs());
      } catch (IllegalStateException e) {
        write.failed(e);
        return true;
      }
      remembered.put(write.line(), known);
      wanted = wanted();
      if (wanted == null) {
        write.refused(known.next());
        return true;
      }
      return false;
    }

    /** Returns the line's value after this write, or null if the write must not change it. */
    private @Nullable LineValue wanted() {
      if (write instanceof Write.Note note) {
        return known.isAbsent() ? null : LineValue.of(known.next(), known.updatedMs(), note.text());
      }
      OptionalLong next = write.target(known.next());
      return next.isPresent() ? LineValue.of(next.getAsLong(), clock.millis(), known.note()) : null;
    }
  }
}
