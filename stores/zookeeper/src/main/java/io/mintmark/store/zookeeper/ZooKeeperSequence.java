package io.mintmark.store.zookeeper;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreRewoundException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.store.StackRoom;
import io.mintmark.sequence.Sequence;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.OpenSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.CreateResult;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of the numbers of persistent sequential nodes: each number is the one that the servers
 * append to the name of a new node, as in published recipes. Use it to continue such a sequence
 * unchanged. For every other purpose, a sequence on a {@link ZooKeeperStore} is better:
 *
 * <ul>
 *   <li>A sequence on a store claims any number of numbers with one write. This class makes a node
 *       for each number and removes it again.
 *   <li>A sequence on a store ends at 2^63, and this one at 2^31.
 *   <li>A sequence on a store can be raised after a loss, and moved to another store.
 * </ul>
 *
 * <p><b>Scope and order.</b> Numbers are unique among all clients that make sequential children of
 * the same parent. Each number is higher than every number that any client received before the
 * call. The counter belongs to the parent: each other child that is made there, with any name, uses
 * up a number. The counter exists as long as the parent. A parent that is removed and made
 * again counts from 0 and repeats every number. An open sequence detects this replacement and
 * refuses to continue ({@link StoreRewoundException}). A process that starts after the replacement
 * cannot detect it.
 *
 * <p><b>Its end.</b> The last number is {@value #LAST}. After it, servers return repeated or
 * negative numbers. Every process refuses these with {@link ExhaustedException}.
 *
 * <p><b>Speed and failure.</b> Every call waits, at most for the timeout, until a majority of the
 * servers has a write on disk. A batch makes up to {@value #NODES_A_WRITE} nodes per write. The
 * numbers in a lost reply are burned: no caller gets them. Nodes are removed in the background as
 * soon as their numbers are known. Nodes that a crash or a lost reply left behind are removed after
 * the next number is drawn.
 *
 * <p>Thread-safe.
 */
public final class ZooKeeperSequence implements Sequence, AutoCloseable {

  /** The last number of any parent: 2^31 - 2. */
  public static final int LAST = SequentialNode.LAST;

  /** The maximum number of numbers that one write draws and that {@link #reserve} can reserve. */
  public static final int NODES_A_WRITE = 500;

  /** How many writes of one batch are in flight at a time. */
  private static final int WRITES_AT_A_TIME = 8;

  private static final byte[] NOTHING = {};

  private final Connection connection;
  private final String parent;
  private final String prefix;
  private final List<ACL> acl;
  private final OpenSettings settings;
  private final long parentMadeBy;
  private final Sweeper sweeper;
  private final AtomicLong highest = new AtomicLong(-1);
  private final AtomicLong drawn = new AtomicLong();

  /** Draws the numbers of asynchronous calls. The thread ends after a while without calls. */
  private final ExecutorService drawer;

  private volatile boolean exhausted;
  private volatile boolean closed;

  private ZooKeeperSequence(
      Connection connection,
      String parent,
      String prefix,
      List<ACL> acl,
      OpenSettings settings,
      long parentMadeBy) {
    this.connection = connection;
    this.parent = parent;
    this.prefix = prefix;
    this.acl = acl;
    this.settings = settings;
    this.parentMadeBy = parentMadeBy;
    this.sweeper = new Sweeper(parent, prefix);
    this.drawer =
        settings.context().threads().start("mintmark-zookeeper-sequence", 1, Integer.MAX_VALUE);
  }

  /**
   * Starts to configure a sequence.
   *
   * @return a builder
   */
  public static ZooKeeperSequenceBuilder builder() {
    return new ZooKeeperSequenceBuilder();
  }

  static ZooKeeperSequence open(
      Connection connection, String root, String prefix, OpenSettings settings) {
    Deadline deadline = settings.openingDeadline();
    Ensemble.read(connection, deadline).admit(settings.name(), settings.strict());
    String parent = connection.absolute(root);
    List<ACL> acl = connection.root(parent, deadline);
    Handle session = connection.handle(deadline);
    Stat stat = connection.await(deadline, session.exists(parent));
    if (stat == null) {
      throw new StoreUnavailableException(Message.of(
          "the parent was removed while it was opened: parent={}, {}",
          parent,
          connection.subject()));
    }
    return new ZooKeeperSequence(connection, parent, prefix, acl, settings, stat.getCzxid());
  }

  /** Returns the parent's path and the prefix, for example {@code /ids/order-}. */
  @Override
  public String name() {
    return parent + "/" + prefix;
  }

  /**
   * Draws the next number.
   *
   * @return 0 to {@value #LAST}, higher than every number that was drawn before the call
   * @throws ExhaustedException if there is no further number
   * @throws StoreRewoundException if the parent was replaced, or its counter went back; no number
   *     is issued
   * @throws StoreUnavailableException if there was no reply before the deadline; a number may be
   *     burned
   * @throws ClosedException if this sequence is closed
   */
  @Override
  public long next() {
    return draw(1, settings.deadline())[0];
  }

  /**
   * Draws several numbers, ascending. The timeout applies to the whole batch.
   *
   * @param numbers the array to fill; blocks of {@value #NODES_A_WRITE} numbers have no gaps
   * @throws IllegalArgumentException if the length is not 1 to {@value Generator#MAX_BATCH}; no
   *     number is issued
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does; the drawn numbers are
   *     burned
   */
  @Override
  public void fill(long[] numbers) {
    int count = numbers.length;
    Generator.checkCount(count);
    System.arraycopy(draw(count, settings.deadline()), 0, numbers, 0, count);
  }

  /** Draws as {@link #nextBatch(int)} does, in this sequence's thread, one call after another. */
  @Override
  public CompletableFuture<long[]> nextBatchAsync(int count) {
    Generator.checkCount(count);
    Deadline deadline = settings.deadline();
    StackRoom.forLibrary();
    return CompletableFuture.supplyAsync(() -> draw(count, deadline), drawer);
  }

  /**
   * Draws numbers that follow each other without a gap, in one write.
   *
   * @param count how many, 1 to {@value #NODES_A_WRITE}
   * @return the range of these numbers
   * @throws IllegalArgumentException if count is out of range; no number is drawn
   * @throws io.mintmark.error.MintmarkException as {@link #next()} does; the drawn numbers are
   *     burned
   */
  @Override
  public LongRange reserve(long count) {
    checkReserve(count);
    return range(draw((int) count, settings.deadline()));
  }

  /** Draws as {@link #reserve} does, in this sequence's thread, one call after another. */
  @Override
  public CompletableFuture<LongRange> reserveAsync(long count) {
    checkReserve(count);
    return nextBatchAsync((int) count).thenApply(ZooKeeperSequence::range);
  }

  private static LongRange range(long[] numbers) {
    return new LongRange(numbers[0], numbers[numbers.length - 1] + 1);
  }

  private void checkReserve(long count) {
    if (count < 1 || count > NODES_A_WRITE) {
      throw new IllegalArgumentException(Message.of(
          "the count is not 1 to {}, as one write makes: count={}, sequence={}; none was drawn",
          NODES_A_WRITE,
          count,
          name()));
    }
  }

  /** Returns true: every number is drawn by a write. */
  @Override
  public boolean isStrict() {
    return true;
  }

  @Override
  public long made() {
    return drawn.get();
  }

  @Override
  public Description describe() {
    long highestDrawn = highest.get();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("order", "one over all processes");
    facts.put("claims", "a node for each number, removed afterwards");
    facts.put("parent", parent);
    facts.put("prefix", prefix);
    facts.put("highest-drawn-here", highestDrawn < 0 ? "none" : Long.toString(highestDrawn));
    facts.put("last", Integer.toString(LAST));
    List<String> warnings = highestDrawn < LAST / 10 * 9L
        ? List.of()
        : List.of("Nine tenths of the numbers are used; there is none after " + LAST + ".");
    return new Description(name(), kind(), facts, warnings);
  }

  /** Ends the session, unless it belongs to the caller's client. Idempotent. */
  @Override
  public void close() {
    closed = true;
    drawer.shutdown();
    connection.close();
  }

  private long[] draw(int count, Deadline deadline) {
    StackRoom.forLibrary();
    if (closed) {
      throw new ClosedException(Message.of("the sequence is closed: sequence={}", name()));
    }
    if (exhausted) {
      throw ended("an earlier call found the end");
    }
    Handle session = connection.handle(deadline);
    long before = highest.get();
    List<String> made = new ArrayList<>();
    try {
      while (made.size() < count) {
        create(session, count - made.size(), deadline, made);
      }
      Stat now = connection.reply(deadline, session.exists(parent));
      long[] numbers = check(made, before, now);
      sweeper.behind(session, made, numbers[0]);
      return numbers;
    } catch (KeeperException e) {
      sweeper.litter();
      throw refused(e);
    } catch (StoreUnavailableException e) {
      sweeper.litter();
      throw e;
    }
  }

  /** Sends several writes, each for a series of consecutive nodes, and waits for all of them. */
  private void create(Handle session, int count, Deadline deadline, List<String> made)
      throws KeeperException {
    Op node = Op.create(name(), NOTHING, acl, CreateMode.PERSISTENT_SEQUENTIAL);
    List<CompletableFuture<List<OpResult>>> writes = new ArrayList<>();
    int left = count;
    while (left > 0 && writes.size() < WRITES_AT_A_TIME) {
      int nodes = Math.min(left, NODES_A_WRITE);
      writes.add(session.all(parent, Collections.nCopies(nodes, node)));
      left -= nodes;
    }
    for (CompletableFuture<List<OpResult>> write : writes) {
      for (OpResult result : connection.reply(deadline, write)) {
        made.add(((CreateResult) result).getPath());
      }
    }
  }

  /** Reads the numbers. Refuses all of them if one may not be new. */
  private long[] check(List<String> made, long before, @Nullable Stat parentNow) {
    long[] numbers = new long[made.size()];
    for (int i = 0; i < numbers.length; i++) {
      String child = made.get(i).substring(parent.length() + 1);
      numbers[i] = SequentialNode.number(child, prefix).orElse(-1);
      if (numbers[i] < 0 || numbers[i] > LAST) {
        exhausted = true;
        throw ended("node=" + child);
      }
    }
    if (parentNow == null || parentNow.getCzxid() != parentMadeBy || numbers[0] <= before) {
      throw new StoreRewoundException(Message.of(
          "the counter's parent was replaced, or the counter went back: parentMadeBy={},"
              + " before={}, number={}, highest={}, sequence={}; no id issued",
          parentNow == null ? "nobody" : hex(parentNow.getCzxid()),
          hex(parentMadeBy),
          numbers[0],
          before,
          name()));
    }
    highest.accumulateAndGet(numbers[numbers.length - 1], Math::max);
    drawn.addAndGet(numbers.length);
    return numbers;
  }

  private static String hex(long zxid) {
    return "0x" + Long.toHexString(zxid);
  }

  private RuntimeException refused(KeeperException cause) {
    if (cause.code() == Code.NODEEXISTS) {
      return new ExhaustedException(
          "the next number's node exists already: " + cause.getMessage() + ", sequence=" + name()
              + "; the counter has come to its end, or the node was made by hand",
          cause);
    }
    if (cause.code() == Code.NONODE) {
      return new StoreRewoundException(
          Message.of("the counter's parent was removed: sequence={}; no id issued", name()), cause);
    }
    return connection.refused(cause);
  }

  private ExhaustedException ended(String what) {
    return new ExhaustedException("the sequential nodes have come to their end at " + LAST + ": "
        + what + ", sequence=" + name() + "; no id issued");
  }
}
