/*
 * Windows on an engine that can forget: it comes up anew, is promoted, emptied or set back, and then
 * each line is anywhere below where it was. Processes stand still between any two steps, and the
 * network delivers their requests at any time, any number of times.
 *
 * The code: LossyWindows, whose rules are there with the proof. A position is a unit of the engine's
 * clock here. Of two readings of that clock the later is lower by MARGIN at most.
 *
 * By itself: windows of one worker number. Checked in every state that can be reached: no position
 * belongs to two windows. Each of these, given as -D, takes one of the rules away, and is found:
 *   LONG_WINDOW     a window ends where its process wants
 *   LATE_RENEWAL    a window is renewed up to its end by the clock that was read last
 *   YOUNG_LIFE      a number is taken as soon as a life has begun
 *   OTHER_LIFE      it does not matter whether the life is the same before and after
 *
 * With -DSETTINGS: each process has other settings, and a worker number of its own. The engine can
 * forget the fingerprint, and at any time anybody writes that of either. Checked: no position belongs
 * to windows of both. Each of these is found:
 *   UNREAD_TAKING   a number is taken whatever the fingerprint is
 *   UNREAD_RENEWAL  a window is renewed whatever the fingerprint is
 *   YOUNG_SETTINGS  a number is taken as soon as a life has begun, if the fingerprint is right
 */

#if defined(UNREAD_TAKING) || defined(UNREAD_RENEWAL) || defined(YOUNG_SETTINGS)
#define SETTINGS
#endif

#ifdef UNREAD_TAKING
#define LIVES 1                /* nothing has to be forgotten for that */
#endif

#define PROCESSES 2
#define MARGIN 1
#ifdef SETTINGS
#define LONGEST 3
#define LINES PROCESSES
#define MINE me
#define TIME 6
#define CALLS 3
#else
#define LONGEST 2
#define LINES 1
#define MINE 0
#endif
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

byte line[LINES];
bool owned[POSITIONS];

byte highest;                 /* the highest reading of the clock so far */
byte life;                    /* which life the engine is in */
byte began;                   /* a reading of the clock when it began */
byte settings;                /* whose fingerprint there is, from 1 on; 0: none */

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

#ifdef SETTINGS
#define LINE(p) p
#else
#define LINE(p) 0
#endif

inline deliver(r, p, last) {
  sent[r].kind != nothing ->
  if
  :: sent[r].kind == take ->
    if
    :: line[LINE(p)] == sent[r].from -> line[LINE(p)] = sent[r].to; start = sent[r].to
    :: else -> start = NONE
    fi
  :: sent[r].kind == renew ->
    start = (line[LINE(p)] > sent[r].from -> line[LINE(p)] : sent[r].from);
    if
    :: start + sent[r].to <= POSITIONS -> line[LINE(p)] = start + sent[r].to
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
      do                      /* what it forgets */
      :: line[0] > 0 -> line[0]--
#ifdef SETTINGS
      :: line[1] > 0 -> line[1]--
      :: settings > 0 -> settings = 0
#endif
      :: break
      od
    }
#ifdef SETTINGS
  :: atomic { settings == 0 -> settings = 1 }
  :: atomic { settings == 0 -> settings = 2 }
#endif
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

#if !defined(SETTINGS) || defined(UNREAD_TAKING)
#define AGREED_TAKING true
#else
#define AGREED_TAKING (settings == me + 1)
#endif
#if !defined(SETTINGS) || defined(UNREAD_RENEWAL)
#define AGREED_RENEWAL true
#else
#define AGREED_RENEWAL (settings == me + 1)
#endif
#if defined(YOUNG_SETTINGS)
#define OLD_LIFE true
#elif defined(SETTINGS)
#define OLD_LIFE (life == 0 || now >= began + WAIT)    /* the first began long ago */
#else
#define OLD_LIFE (now >= began + WAIT)
#endif

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
      :: until > now && until < now + LONGEST && AGREED_RENEWAL ->
#else
      if
      :: until > now + MARGIN && until < now + LONGEST && AGREED_RENEWAL ->
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
    atomic { calls++; from = line[MINE] };
    atomic {                  /* take: the line was seen at from */
      readClock(now);
      lived = life;
      if
#ifdef YOUNG_LIFE
      :: from <= now ->
        to = from;
        from = now;
#elif defined(SETTINGS)
      :: from <= now && OLD_LIFE && AGREED_TAKING ->
        to = from;
        from = now;
#else
      :: from <= now && OLD_LIFE ->
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
