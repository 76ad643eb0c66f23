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
 * The time of a run, and its events: one queue of events, ordered by their time and then by the
 * order in which they were posted.
 *
 * <p><b>How code that blocks runs here.</b> A claim calls the store and waits for its reply in the
 * middle of the product's own code, so each task needs a stack of its own: a {@link Strand}, which
 * is a thread. But only the strand that has the baton runs, and it passes the baton on only in
 * {@link #await} or at the end of its task. So two strands never run at the same time, and only the
 * queue determines the order: one seed, one run. An event loop on top of the waiting stack would be
 * simpler, but could only end waits in the reverse order in which they began: a slow claim of one
 * process would delay the claims of all others, and most interleavings would never happen.
 *
 * <p>A waiting strand runs the next events itself. Usually its own reply is the next event that
 * needs a stack, and no thread is switched at all.
 *
 * <p>Short events (timers, network messages, calls that do not wait) run on whichever strand has
 * the baton. The code that they call must not wait. If it does, the run fails.
 *
 * <p><b>Interrupts</b> belong to simulated threads. While a strand waits, its thread runs events of
 * others, and parks until it gets the baton. No interrupt may end this park. So the interrupt flag
 * is cleared when a wait begins. The flag is set again when the wait ends, if it was set before or
 * the thread was interrupted meanwhile.
 */
final class Scheduler {

  /**
   * After how long an interrupted thread checks again. Without this pause, a thread that ignores
   * the interrupt would spin.
   */
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

  /** The owner of an event. It may be paused, or have ended. */
  interface Owner {

    /** Returns the end of its pause, in the run's time. */
    default long pausedUntilNanos() {
      return 0;
    }

    /** Whether it has ended. None of its events happens then. */
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
    /** A wait for a reply, or for time to pass. */
    PLAIN,
    /** A wait that an interrupt ends. */
    PARK,
    /** A pause of its whole process. The strand may hold a lock that others need. */
    PAUSE
  }

  /** A stack that stops until its time has come, or until it is woken earlier. */
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

  /** An event: exactly one of a short event, a task that needs a stack, and the end of a wait. */
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

  /** Counts the posted events, as a measure of how much has happened. */
  long posted() {
    return posted;
  }

  /** Posts a short event for later. It must not wait. */
  void post(Owner owner, long atNanos, Runnable event) {
    add(atNanos, posted, owner, event, null, null);
  }

  /** Starts a task later, on a stack of its own. */
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

  /** Records the first failure of the run, and ends the run. */
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

  /** Begins a wait of the current strand. Nothing happens before {@link #await(Wait)}. */
  Wait begin(Owner owner) {
    return new Wait(baton, owner, WaitKind.PLAIN);
  }

  /** Begins a wait that an interrupt of its thread ends. */
  Wait beginPark(Owner owner) {
    return new Wait(baton, owner, WaitKind.PARK);
  }

  /** Interrupts a waiting thread of a process. */
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

  /** Ends a wait at a time, unless another event ends it earlier. */
  void end(Wait wait, long atNanos) {
    add(atNanos, posted, wait.owner, null, null, wait);
  }

  /**
   * Waits for a pause of the whole process to end. The current strand then continues before all
   * other strands of that process, because it may hold a lock that they need.
   */
  void awaitPause(Owner owner) {
    Wait wait = new Wait(baton, owner, WaitKind.PAUSE);
    add(owner.pausedUntilNanos(), Long.MIN_VALUE + posted, owner, null, null, wait);
    await(wait);
  }

  /** Lets time pass for the current strand. */
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
   * Ends the waits of an owner that has ended, so that their stacks unwind. Strands that may hold a
   * lock come first.
   */
  void unwind(Owner gone) {
    List<Wait> ended = waits.stream()
        .filter(wait -> wait.owner == gone)
        .sorted(Comparator.comparing(wait -> wait.kind != WaitKind.PAUSE))
        .toList();
    ended.forEach(wait -> add(nowNanos, posted, RUN, null, null, wait));
  }

  /** Lets the run's time pass, on the thread that made the run, unless the run fails earlier. */
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
   * After the run, with any outcome, lets the stacks of ended processes unwind, and runs the events
   * that are due now.
   */
  void finish() {
    do {
      Wait wait = begin(RUN);
      end(wait, nowNanos);
      await(wait);
    } while (!waits.isEmpty());
  }

  /** Returns whether the current code is a task, which may wait, and not a short event. */
  boolean isInTask() {
    return !inShortEvent;
  }

  /** Ends all threads. None of them has a task any more. */
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

  /**
   * Runs events until the given wait is over. Without a wait, runs events until the baton is passed
   * to another strand.
   */
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

  /**
   * Takes the next event that may happen. Events of a paused process are postponed to the end of
   * its pause.
   */
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

  /**
   * Runs a task. A task of a process that has ended is ended too. Any other exception is a fault.
   */
  private void runTask(Runnable task) {
    try {
      task.run();
    } catch (ProcessEnded e) {
      // Its process has ended during the task.
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

  /** Passes the baton on. A strand without a task is then free for other tasks. */
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
