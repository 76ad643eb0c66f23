/*
 * Worker numbers on a store that keeps its word: processes take numbers, extend windows, stand still
 * between any two steps, crash and start again, under clocks that show anything; the network loses
 * requests and answers, and delivers requests late and twice.
 *
 * Checked in every state that can be reached: no position of a worker number belongs to two windows.
 *
 * The code: WorkerLines and PlainWindows. A position is a tick here, with room for one id. What a
 * process makes of a window stays below the window's end (LocalLine), so windows are enough.
 *
 * Each of these, given as -D, takes one step of the algorithm away, and is found:
 *   SKIP_MAX        the store starts a claim at atLeast, also where the line stands higher
 *   PLAIN_WRITE     a number is taken by writing the line instead of by compareAndSet
 *   TRUST_START     an extended window is used from the end of the one before, wherever the claim started
 *   OTHERS_ANSWER   a process takes the answer to a request that it has given up for that to its last one
 *   GIVE_BACK       a process that ends takes the line back to the end of what it used
 */

#define PROCESSES 2
#define WORKERS 2
#define TICKS 3               /* times that clocks show, and positions of a line */
#ifdef GIVE_BACK
#define CRASHES 1
#endif
#ifndef CRASHES
#define CRASHES 0
#endif
#ifndef CALLS
#define CALLS 2               /* of each process, and again after a crash */
#endif
#define NONE 7

byte line[WORKERS];
bool owned[WORKERS * TICKS];  /* whether some process uses the position */
byte crashes;

mtype = { nothing, take, extend, lower };

/*
 * Two requests of a process may be on their way: one given up, and the last. Each is delivered any
 * number of times. One that is never delivered is lost; so is an answer that nobody waits for.
 */
typedef Request { mtype kind = nothing; byte worker; byte from; byte to }
Request sent[PROCESSES * 2];

/* The answer to a process's last request; NONE: none has come. */
byte answer[PROCESSES] = NONE;
bool waits[PROCESSES];

inline deliver(r, p, last) {
  sent[r].kind != nothing ->
  start = NONE;
  if
  :: sent[r].kind == take ->
    if
#ifndef PLAIN_WRITE
    :: line[sent[r].worker] != sent[r].from
    :: line[sent[r].worker] == sent[r].from ->
#else
    :: true ->
#endif
      line[sent[r].worker] = sent[r].to;
      start = sent[r].to - 1
    fi
  :: sent[r].kind == extend ->
    start = sent[r].from;
#ifndef SKIP_MAX
    if
    :: line[sent[r].worker] > start -> start = line[sent[r].worker]
    :: else
    fi;
#endif
    if
    :: start < TICKS -> line[sent[r].worker] = start + 1
    :: else -> start = NONE
    fi
  :: sent[r].kind == lower -> line[sent[r].worker] = sent[r].to
  fi;
  if
#ifdef OTHERS_ANSWER
  :: true -> answer[p] = start
#else
  :: last && waits[p] -> answer[p] = start
  :: else
#endif
  fi;
  start = 0
}

active proctype network() {
  byte start;
end:
  do
  :: atomic { deliver(0, 0, false) }
  :: atomic { deliver(1, 0, true) }
  :: atomic { deliver(2, 1, false) }
  :: atomic { deliver(3, 1, true) }
  od
}

/* The slot of the last request becomes that of one that was given up; what was there is lost. */
inline send(what, w, a, b) {
  sent[me * 2].kind = sent[me * 2 + 1].kind;
  sent[me * 2].worker = sent[me * 2 + 1].worker;
  sent[me * 2].from = sent[me * 2 + 1].from;
  sent[me * 2].to = sent[me * 2 + 1].to;
  sent[me * 2 + 1].kind = what;
  waits[me] = true;
  sent[me * 2 + 1].worker = w;
  sent[me * 2 + 1].from = a;
  sent[me * 2 + 1].to = b;
  answer[me] = NONE
}

/* Answers count no more. */
inline giveUp() {
  waits[me] = false; answer[me] = NONE
}

inline own(position) {
  assert(!owned[worker * TICKS + position]);
  owned[worker * TICKS + position] = true;
  until = position + 1
}

active [PROCESSES] proctype generator() {
  byte me = _pid - 1;
  byte calls;
  byte worker = NONE, until;  /* the number that is held, and where its window ends */
  byte clock, w, seen;

  do
  :: calls < CALLS && worker != NONE ->
    atomic {
      calls++;
      select(clock : 0 .. TICKS - 1);
      if
      :: clock < until -> clock = until
      :: else
      fi;
      send(extend, worker, clock, 0);
      clock = 0
    };
    if
    :: atomic { answer[me] != NONE ->
        if
#ifdef TRUST_START
        :: until < TICKS -> own(until)
        :: else
#else
        :: answer[me] == until -> own(until)
        :: else -> worker = NONE; until = 0
#endif
        fi;
        giveUp()
      }
    :: atomic { giveUp() }    /* the deadline has come */
    fi
  :: calls < CALLS && worker == NONE ->
    atomic { calls++; select(w : 0 .. WORKERS - 1); seen = line[w] };
    atomic {
      select(clock : 0 .. TICKS - 1);
      if
      :: seen <= clock -> send(take, w, seen, clock + 1)
      :: else -> giveUp()
      fi;
      clock = 0; seen = 0
    };
    if
    :: atomic { answer[me] != NONE -> worker = w; own(answer[me]); giveUp(); w = 0 }
    :: atomic { giveUp(); w = 0 }   /* the deadline has come, or the number is not idle */
    fi
  :: atomic { crashes < CRASHES ->
#ifdef GIVE_BACK
      if
      :: worker != NONE -> send(lower, worker, 0, until)
      :: else
      fi;
#endif
      /* What it had sent is still on its way. */
      giveUp();
      crashes++; calls = 0; worker = NONE; until = 0
    }
  :: break
  od
}
