/*
 * Windows of one worker number on an engine that can forget: it comes up anew, is promoted or
 * emptied, and then its line stands anywhere below where it stood. Processes stand still between any
 * two steps, and the network delivers their requests at any time, any number of times.
 *
 * Checked in every state that can be reached: no position belongs to two windows.
 *
 * The code: LossyWindows, whose four rules stand there with the proof. A position is a unit of the
 * engine's clock here. Of two readings of that clock the later is lower by MARGIN at most.
 *
 * Each of these, given as -D, takes one of the rules away, and is found:
 *   LONG_WINDOW     a window ends where its process wants
 *   LATE_RENEWAL    a window is renewed up to its end by the clock that was read last
 *   YOUNG_LIFE      a number is taken as soon as a life has begun
 *   OTHER_LIFE      it does not matter whether the life is the same before and after
 */

#define PROCESSES 2
#define MARGIN 1
#define LONGEST 2
#define WAIT (LONGEST + MARGIN)
#ifndef LIVES
#define LIVES 2
#endif
#ifndef CALLS
#define CALLS 2               /* claims of each process */
#endif
#ifndef TIME
#define TIME 7                /* readings of the clock are below it */
#endif
#define POSITIONS (TIME + LONGEST + 2)
#define NONE 255

byte line;
bool owned[POSITIONS];

byte highest;                 /* the highest reading of the clock so far */
byte life;                    /* which life the engine is in */
byte began;                   /* a reading of the clock when it began */

mtype = { nothing, take, renew };

/* The last request of each process, and one that it has given up. */
typedef Request { mtype kind = nothing; byte from; byte to }
Request sent[PROCESSES * 2];

/* The start of what the last request got; NONE: no answer, or a refusal. */
byte answer[PROCESSES] = NONE;
bool waits[PROCESSES];

/* Reads the engine's clock: servers that take each other's place differ. */
inline readClock(reading) {
  reading = (highest > MARGIN -> highest - MARGIN : 0);
  do
  :: reading < TIME - 1 -> reading++
  :: break
  od;
  if
  :: reading > highest -> highest = reading
  :: else
  fi
}

inline deliver(r, p, last) {
  sent[r].kind != nothing ->
  if
  :: sent[r].kind == take ->
    if
    :: line == sent[r].from -> line = sent[r].to; start = sent[r].to
    :: else -> start = NONE
    fi
  :: sent[r].kind == renew ->
    start = (line > sent[r].from -> line : sent[r].from);
    if
    :: start + sent[r].to <= POSITIONS -> line = start + sent[r].to
    :: else -> start = NONE
    fi
  fi;
  if
  :: last && waits[p] -> answer[p] = start
  :: else
  fi;
  start = 0
}

active proctype engine() {
  byte start;
end:
  do
  :: atomic { deliver(0, 0, false) }
  :: atomic { deliver(1, 0, true) }
  :: atomic { deliver(2, 1, false) }
  :: atomic { deliver(3, 1, true) }
  :: atomic { life < LIVES - 1 ->
      life++;
      readClock(began);
      do
      :: line > 0 -> line--   /* what it forgets */
      :: break
      od
    }
  od
}

inline send(what, a, b) {
  sent[me * 2].kind = sent[me * 2 + 1].kind;
  sent[me * 2].from = sent[me * 2 + 1].from;
  sent[me * 2].to = sent[me * 2 + 1].to;
  sent[me * 2 + 1].kind = what;
  sent[me * 2 + 1].from = a;
  sent[me * 2 + 1].to = b;
  answer[me] = NONE;
  waits[me] = true
}

inline own() {
  do
  :: from < until ->
    assert(!owned[from]);
    owned[from] = true;
    from++
  :: else -> break
  od
}

/* No answer counts any more, and what was being claimed is nobody's. */
inline giveUp() {
  waits[me] = false; answer[me] = NONE; from = 0; to = 0; lived = 0
}

#ifdef OTHER_LIFE
#define SAME_LIFE true
#else
#define SAME_LIFE (life == lived)
#endif

active [PROCESSES] proctype generator() {
  byte me = _pid - 1;
  byte calls;
  byte until;                 /* the end of the window that is held; 0: none */
  byte now, lived, from, to;

  do
  :: calls < CALLS && until != 0 ->
    atomic {                  /* renew */
      calls++;
      readClock(now);
      lived = life;
#ifdef LATE_RENEWAL
      if
      :: until > now && until < now + LONGEST ->
#else
      if
      :: until > now + MARGIN && until < now + LONGEST ->
#endif
        from = until;
        to = now + LONGEST;
#ifdef LONG_WINDOW
        to = to + 1;
#endif
        send(renew, from, to - from)
      :: else -> giveUp(); until = 0
      fi;
      now = 0
    };
    if
    :: atomic { answer[me] != NONE ->
        if
        :: answer[me] == from && SAME_LIFE -> until = to; own()
        :: else -> until = 0
        fi;
        giveUp()
      }
    :: atomic { giveUp(); until = 0 }
    fi
  :: calls < CALLS && until == 0 ->
    atomic { calls++; from = line };
    atomic {                  /* take: the line was seen at from */
      readClock(now);
      lived = life;
      if
#ifdef YOUNG_LIFE
      :: from <= now ->
        to = from;
        from = now;
#else
      :: from <= now && now >= began + WAIT ->
        to = from;
        /* Its own clock shows anything. */
        from = (to > began + WAIT -> to : began + WAIT);
        do
        :: from < now + LONGEST - 1 -> from++
        :: break
        od;
#endif
#ifdef LONG_WINDOW
        send(take, to, now + LONGEST + 1);
        to = now + LONGEST + 1
#else
        send(take, to, now + LONGEST);
        to = now + LONGEST
#endif
      :: else -> giveUp()
      fi;
      now = 0
    };
    if
    :: atomic { answer[me] != NONE ->
        if
        :: SAME_LIFE -> until = to; own()
        :: else
        fi;
        giveUp()
      }
    :: atomic { giveUp() }
    fi
  :: break
  od
}
