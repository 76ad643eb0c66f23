package io.mintmark.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The time of a run, and its events: one queue of events, by their time and
 * then in the order in which they were posted.
 *
 * <p><b>How code that blocks runs here.</b> A claim calls the store and waits for its answer in the
 * middle of the product's own code, so each task needs a stack of its own: a {@link Strand}, which
 * is a thread. But only the strand that has the baton runs, and it gives the baton away only in
 * {@link #await} or at the end of its task. So no two of them ever run at a time, and the order is
 * that of the queue alone: one seed, one run. A loop of events run on top of the stack that waits
 * would be simpler, but could only end waits in the reverse order in which they began: a slow claim
 * of one process would hold up those of all others, and most interleavings would never happen.
 *
 * <p>A strand that waits runs the events that come next itself. Usually its own answer is the next
 * thing that needs a stack, and no thread is switched at all.
 *
 * <p>Short events (timers, messages on the network, calls that do not wait) run on whichever strand
 * has the baton. What they call must not wait: that is refused, and fails the run.
 *
 * <p><b>Interrupts</b> are of simulated threads. While a strand waits others' events run on it, and
 * it parks for the baton, which no interrupt may end. So its flag is cleared when a wait begins,
 * and set again when that ends, if it was set before or its thread was interrupted meanwhile.
 */
final class Scheduler {

  /** When a thread looks again that is interrupted, and would spin if it went on all the same. */
  private static final long INTERRUPTED_NANOS = 1_000_000;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Deque<Strand> idle = new ArrayDeque<>();
  private final List<Strand> strands = new ArrayList<>();
  private final Set<Wait> waits = new LinkedHashSet<>();
  private final Strand main = new Strand(Thread.currentThread());

  private long nowNanos;
  private long posted;
  private boolean inShortEvent;
  private @Nullable Wait mainWait;
  private @Nullable Throwable failure;
  private volatile boolean ended;

  private volatile Strand baton = main;

  /** Whose event it is: it may be paused, or be gone. */
  interface Owner {

    /** Returns until when nothing of it runs, by the run's time. */
    default long pausedUntilNanos() {
      return 0;
    }

    /** Whether it has ended: none of its events happens any more. */
    default boolean isGone() {
      return false;
    }
  }

  /** The run itself, which is never paused. */
  static final Owner RUN = new Owner() {};

  /** Thrown on the strands of a process that has ended, so that their stacks unwind. */
  static final class ProcessEnded extends Error {

    private static final long serialVersionUID = 1;

    ProcessEnded() {
      super("the simulated process has ended", null, false, false);
    }
  }

  /** A thread that runs only while it has the baton. */
  private static final class Strand {
    private final Thread thread;
    private @Nullable Runnable task;

    Strand(Thread thread) {
      this.thread = thread;
    }
  }

  private enum WaitKind {
    /** For an answer, or for time to pass. */
    PLAIN,
    /** One that an interrupt ends. */
    PARK,
    /** Its whole process stops: it may hold a lock that others want. */
    PAUSE
  }

  /** A stack that stops until its time has come, or until it is woken before. */
  static final class Wait {
    private final Strand strand;
    private final Owner owner;
    private final WaitKind kind;
    private boolean due;
    private boolean interrupted;

    private Wait(Strand strand, Owner owner, WaitKind kind) {
      this.strand = strand;
      this.owner = owner;
      this.kind = kind;
    }
  }

  /** One of the three: a short event, a task that needs a stack, or the end of a wait. */
  private record Event(
      long atNanos,
      long number,
      Owner owner,
      @Nullable Runnable shortEvent,
      @Nullable Runnable task,
      @Nullable Wait ended)
      implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      return atNanos == other.atNanos
          ? Long.compare(number, other.number)
          : Long.compare(atNanos, other.atNanos);
    }
  }

  /** Returns the run's time, in nanoseconds from its start. */
  long nowNanos() {
    return nowNanos;
  }

  /** Counts what was posted, for those who want to know how much has happened. */
  long posted() {
    return posted;
  }

  /** Has a short event happen later; it must not wait. */
  void post(Owner owner, long atNanos, Runnable event) {
    add(atNanos, posted, owner, event, null, null);
  }

  /** Has a task begin later, on a stack of its own. */
  void start(Owner owner, long atNanos, Runnable task) {
    add(atNanos, posted, owner, null, task, null);
  }

  private void add(
      long atNanos,
      long number,
      Owner owner,
      @Nullable Runnable shortEvent,
      @Nullable Runnable task,
      @Nullable Wait ended) {
    posted++;
    long at = Math.max(atNanos, nowNanos);
    events.add(new Event(at, number, owner, shortEvent, task, ended));
  }

  /** Says what went wrong in the run, the first time that something does: the run ends there. */
  void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
      stop();
    }
  }

  /** Ends the run now. */
  void stop() {
    if (mainWait != null) {
      end(mainWait, nowNanos);
    }
  }

  @Nullable
  Throwable failure() {
    return failure;
  }

  /** Begins a wait of the present strand; nothing happens before {@link #await(Wait)}. */
  Wait begin(Owner owner) {
    return new Wait(baton, owner, WaitKind.PLAIN);
  }

  /** The same, of a wait that an interrupt of its thread ends. */
  Wait beginPark(Owner owner) {
    return new Wait(baton, owner, WaitKind.PARK);
  }

  /** Interrupts a thread of a process, which waits. */
  void interrupt(Thread thread) {
    for (Wait wait : waits) {
      if (wait.strand.thread == thread) {
        wait.interrupted = true;
        if (wait.kind == WaitKind.PARK) {
          end(wait, nowNanos);
        }
      }
    }
  }

  /** Ends a wait at a time, unless something else ends it before. */
  void end(Wait wait, long atNanos) {
    add(atNanos, posted, wait.owner, null, null, wait);
  }

  /**
   * Lets a pause of its whole process pass for the present strand, which goes on before all else of
   * that process: it may hold a lock that others want.
   */
  void awaitPause(Owner owner) {
    Wait wait = new Wait(baton, owner, WaitKind.PAUSE);
    add(owner.pausedUntilNanos(), Long.MIN_VALUE + posted, owner, null, null, wait);
    await(wait);
  }

  /** Lets time pass for the present strand. */
  void await(Owner owner, long untilNanos) {
    Wait wait = begin(owner);
    end(wait, untilNanos);
    await(wait);
  }

  /**
   * Waits until {@link #end} has ended this wait.
   *
   * @throws ProcessEnded if its owner has ended meanwhile, or before
   */
  void await(Wait wait) {
    if (wait.owner.isGone()) {
      throw new ProcessEnded();
    }
    if (inShortEvent) {
      IllegalStateException fault = new IllegalStateException("a call that must not wait waits");
      fail(fault);
      throw fault;
    }
    boolean interrupted = Thread.interrupted();
    if (interrupted && wait.kind == WaitKind.PARK) {
      end(wait, nowNanos + INTERRUPTED_NANOS);
    }
    waits.add(wait);
    run(wait.strand, wait);
    waits.remove(wait);
    if (interrupted || wait.interrupted) {
      Thread.currentThread().interrupt();
    }
    if (wait.owner.isGone()) {
      throw new ProcessEnded();
    }
  }

  /**
   * Ends the waits of an owner that has ended, so that their stacks unwind: first those that may
   * hold a lock.
   */
  void unwind(Owner gone) {
    List<Wait> ended = waits.stream()
        .filter(wait -> wait.owner == gone)
        .sorted(Comparator.comparing(wait -> wait.kind != WaitKind.PAUSE))
        .toList();
    ended.forEach(wait -> add(nowNanos, posted, RUN, null, null, wait));
  }

  /** Lets the run's time pass, from the thread that made it, unless the run fails before. */
  void runUntil(long untilNanos) {
    if (failure == null) {
      Wait wait = begin(RUN);
      mainWait = wait;
      end(wait, untilNanos);
      await(wait);
      mainWait = null;
    }
  }

  /**
   * Lets the stacks of processes that have ended unwind, after the run, whatever it has shown, and
   * has happen what is due now.
   */
  void finish() {
    do {
      Wait wait = begin(RUN);
      end(wait, nowNanos);
      await(wait);
    } while (!waits.isEmpty());
  }

  /** Tells whether a task is under way here, which may wait, and not a short event. */
  boolean isInTask() {
    return !inShortEvent;
  }

  /** Ends all threads; none of them has a task any more. */
  void close() {
    ended = true;
    for (Strand strand : strands) {
      baton = strand;
      LockSupport.unpark(strand.thread);
      try {
        strand.thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Runs events until a wait is due; without one, until the baton goes to another strand. */
  private void run(Strand me, @Nullable Wait mine) {
    while (mine == null || !mine.due) {
      Event event = next();
      if (event.shortEvent != null) {
        runShort(event.shortEvent);
      } else if (event.task != null && mine == null) {
        runTask(event.task);
      } else if (event.task != null) {
        pass(me, idleStrand(event.task), true);
      } else if (event.ended != null && !event.ended.due) {
        event.ended.due = true;
        Strand other = event.ended.strand;
        if (other != me) {
          pass(me, other, mine != null);
          if (mine == null) {
            return;
          }
        }
      }
    }
  }

  /** Takes the next event that may happen; what belongs to a paused process comes after that. */
  private Event next() {
    while (true) {
      Event event = events.remove();
      if (event.owner.isGone()) {
        continue;
      }
      long heldNanos = event.owner.pausedUntilNanos();
      if (heldNanos > event.atNanos) {
        long number = event.number < 0 ? Long.MIN_VALUE + posted : posted;
        add(heldNanos, number, event.owner, event.shortEvent, event.task, event.ended);
        continue;
      }
      nowNanos = event.atNanos;
      return event;
    }
  }

  private void runShort(Runnable event) {
    inShortEvent = true;
    runTask(event);
    inShortEvent = false;
  }

  /** A task of a process that ends dies with it; anything else that escapes is a fault. */
  private void runTask(Runnable task) {
    try {
      task.run();
    } catch (ProcessEnded e) {
      // Its process has ended in the middle of it.
    } catch (Throwable e) {
      fail(e);
    } finally {
      boolean unused = Thread.interrupted();
    }
  }

  private Strand idleStrand(Runnable task) {
    Strand strand = idle.isEmpty() ? newStrand() : idle.pop();
    strand.task = task;
    return strand;
  }

  private Strand newStrand() {
    Strand[] made = new Strand[1];
    Thread thread = new Thread(() -> live(made[0]), "simulated-" + strands.size());
    Strand strand = new Strand(thread);
    made[0] = strand;
    strands.add(strand);
    thread.setDaemon(true);
    thread.start();
    return strand;
  }

  private void live(Strand me) {
    awaitBaton(me);
    while (!ended) {
      Runnable task = me.task;
      me.task = null;
      if (task != null) {
        runTask(task);
      }
      run(me, null);
      awaitBaton(me);
    }
  }

  /** Hands the baton over; a strand without a task is then free for others'. */
  private void pass(Strand me, Strand other, boolean waits) {
    if (!waits) {
      idle.push(me);
    }
    baton = other;
    LockSupport.unpark(other.thread);
    if (waits) {
      awaitBaton(me);
    }
  }

  private void awaitBaton(Strand me) {
    while (baton != me) {
      LockSupport.park(this);
    }
  }
}
