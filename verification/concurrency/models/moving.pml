/*
 * Lines that are moved from one store to another while processes claim on them. The copy crashes
 * anywhere and is run again; processes stand still between any two calls; requests come late and
 * twice, and answers are lost. Each line is used from the beginning, from some time on, or never.
 *
 * Checked in every state that can be reached: no position of a line is owned twice, over both stores.
 *
 * The code: LinesCopy, Sealing and MovableStore; docs/stores/moving.md has the argument in words.
 *
 * Each of these, given as -D, takes one step away, and is found:
 *   NO_GATE         a process uses what it got from a new line without a claim on the gate
 *   LOOK_LATE       a line that is moved beside the claim on the gate is looked at only after that
 *   LIST_FIRST      the lines are listed before the gate is closed
 *   SEAL_FIRST      a line is sealed before the target stands as high
 *   NO_PLACEHOLDER  nothing keeps generators from starting in the target before the lines are there
 *
 * With -DSEEN_LINES, processes also move lines that they have seen before, beside their claim on the
 * gate.
 *
 * Not in it: a name that was started in the target before the copy. These are two stores that know
 * nothing of each other; the copy is refused, and the page says not to do it.
 */

#define LINES 2
#ifndef CLAIMS
#define CLAIMS 2              /* of each process */
#endif
#define CRASHES 1
#ifndef POSITIONS
#define POSITIONS 6
#endif
#define SEALED 255
#ifdef LOOK_LATE
#define SEEN_LINES
#endif

byte from[LINES], to[LINES];
bool owned[LINES * POSITIONS];
bool gateClosed;
byte repeats = 1;             /* claims that the network delivers once more */

/* The name's fingerprint in the target: whether a placeholder stands there, or it has arrived. */
mtype = { unknown, placeholder, arrived };
mtype name = unknown;

inline own(l, position) {
  assert(!owned[l * POSITIONS + position]);
  owned[l * POSITIONS + position] = true
}

#define SEEN(k) (from[k] > 0 && from[k] < POSITIONS && !passed[k])

inline compareAndSet() {
  d_step {
    if
    :: from[l] == saw -> from[l]++; moved = true
    :: else
    fi
  }
}

/* A process whose store is the source: a Mintmark of before the move. */
active [2] proctype source() {
  byte claims, l, start = SEALED, saw;
  bool open, moved;
  bool passed[LINES];         /* lines after whose first write the gate was open */

  do
  :: claims < CLAIMS ->
    atomic {
      claims++;
      select(l : 0 .. LINES - 1);
      if
      :: from[l] < POSITIONS -> start = from[l]; from[l]++
      :: else                 /* refused: sealed, or the model's end */
      fi
    };
    if
    :: start != SEALED && (passed[l] || !gateClosed) ->
      atomic { passed[l] = true; own(l, start); start = SEALED; l = 0 }
#ifdef NO_GATE
    :: start != SEALED -> atomic { own(l, start); start = SEALED; l = 0 }
#endif
    :: atomic { start = SEALED; l = 0 }   /* refused at the gate, or an answer that was lost */
    fi
#ifdef SEEN_LINES
  /* A line that was there before: a compareAndSet from where it was seen, and a claim on the gate. */
  :: claims < CLAIMS && (SEEN(0) || SEEN(1)) ->
#ifdef LOOK_LATE
    open = !gateClosed;
#endif
    atomic {
      if
      :: SEEN(0) -> l = 0
      :: SEEN(1) -> l = 1
      :: else                 /* sealed meanwhile */
      fi;
      saw = (SEEN(l) -> from[l] : 0);
      claims++
    };
    if
#ifndef LOOK_LATE
    :: saw != 0 -> open = !gateClosed; compareAndSet()
#endif
    :: saw != 0 -> compareAndSet();
#ifndef LOOK_LATE
      open = !gateClosed
#endif
    :: saw == 0
    fi;
    atomic {
      if
      :: moved && open -> passed[l] = true; own(l, saw)
      :: else
      fi;
      saw = 0; open = false; moved = false; l = 0
    }
#endif
  :: atomic { repeats > 0 && claims > 0 ->
      repeats--;
      select(l : 0 .. LINES - 1);
      if
      :: from[l] < POSITIONS -> from[l]++
      :: else
      fi;
      l = 0
    }
  :: break
  od
}

/* A process whose store is the target. */
active proctype target() {
  byte claims, l;

#ifdef NO_PLACEHOLDER
  name != unknown ->
#else
  name == arrived ->
#endif
  do
  :: atomic { claims < CLAIMS ->
      claims++;
      select(l : 0 .. LINES - 1);
      if
      :: to[l] < POSITIONS -> own(l, to[l]); to[l]++
      :: else
      fi;
      l = 0
    }
  :: break
  od
}

inline crash() {
  atomic { crashes < CRASHES -> crashes++; l = 0; seen[0] = 0; seen[1] = 0; goto again }
}

/* Another claim may come between the two steps of raising, so it is a compareAndSet. */
inline raise(k, least) {
  d_step {
    if
    :: to[k] < least -> to[k] = least
    :: else
    fi
  }
}

active proctype copy() {
  byte crashes, l;
  byte seen[LINES];

again:
  if
  :: !gateClosed ->
    atomic {
      if
      :: name == unknown -> name = placeholder
      :: else
      fi
    };
#ifdef LIST_FIRST
    atomic { seen[0] = from[0]; seen[1] = from[1] };
#endif
    if
    :: gateClosed = true
    :: crash()
    fi
  :: else
#ifdef LIST_FIRST
    -> atomic { seen[0] = from[0]; seen[1] = from[1] }
#endif
  fi;
#ifndef LIST_FIRST
  atomic { seen[0] = from[0]; seen[1] = from[1] };
#endif
  do
  :: l < LINES && (seen[l] == 0 || seen[l] == SEALED) -> l++   /* not used yet, or sealed before */
  :: l < LINES && seen[l] != 0 && seen[l] != SEALED ->
#ifndef SEAL_FIRST
    raise(l, seen[l]);
#endif
    if
    :: atomic {
        if
        :: from[l] <= seen[l] -> from[l] = SEALED
        :: else
        fi
      };
#ifdef SEAL_FIRST
      if
      :: raise(l, seen[l])
      :: crash()
      fi;
#endif
      seen[l] = from[l]
    :: crash()
    fi
  :: l == LINES -> break
  od;
  if
  :: name = arrived
  :: crash()
  fi
}
