/*
 * A process that is resumed twice from one snapshot, so that two processes have one memory. It is told
 * before the snapshot and after it. A claim may be under way meanwhile: its one answer reaches both.
 *
 * Checked in every state that can be reached: no position is used twice.
 *
 * The code: LocalLine and Refill; ClaimQueue counts suspensions to the same end. What is claimed is a
 * segment, from which positions are used one by one.
 *
 * Each of these, given as -D, takes one step of the algorithm away, and is found:
 *   KEEP_SEGMENT    what is left of the segment is used after the restore
 *   KEEP_ANSWER     the answer of a claim from before the snapshot is used after it
 *   NO_HOLD         callers go on between the telling and the snapshot
 *   DROP_AFTER      what is held is dropped after the restore, and not before the snapshot
 */

#define COPIES 2
#define SEGMENT 2
#ifndef CLAIMS
#define CLAIMS 3              /* of each copy, the ones before the snapshot included */
#endif
#define POSITIONS (COPIES * CLAIMS * SEGMENT + SEGMENT)
#define NONE 255

byte line;
bool used[POSITIONS];

/* The memory of each copy; before the snapshot there is the first one alone. */
typedef Memory {
  byte next, until;           /* the rest of the segment */
  bool asked;                 /* a claim is under way */
  bool disowned;              /* what it brings is nobody's */
  byte claims
}
Memory memory[COPIES];
bool held;                    /* callers wait */
bool copied;

/* Each copy's request, and its answer. */
bool sent[COPIES];
byte answer[COPIES] = NONE;
bool shared;                  /* the first copy's request was sent before the snapshot */

inline drop(c) {
#ifndef KEEP_SEGMENT
  memory[c].next = 0;
  memory[c].until = 0;
#endif
#ifndef KEEP_ANSWER
  memory[c].disowned = memory[c].asked
#else
  skip
#endif
}

inline claim(c) {
  sent[c] -> sent[c] = false;
  answer[c] = line;
  if
  :: c == 0 && shared -> answer[1] = line; shared = false
  :: else
  fi;
  line = line + SEGMENT
}

active proctype store() {
end:
  do
  :: atomic { claim(0) }
  :: atomic { claim(1) }
  od
}

active [COPIES] proctype generator() {
  byte me = _pid - 1;

  me == 0 || copied;
  do
  :: atomic { !held && memory[me].next < memory[me].until ->
      assert(!used[memory[me].next]);
      used[memory[me].next] = true;
      memory[me].next++
    }
  :: atomic { (!held && !memory[me].asked && memory[me].next == memory[me].until
        && memory[me].claims < CLAIMS) ->
      memory[me].claims++;
      memory[me].asked = true;
      sent[me] = true
    }
  :: atomic { memory[me].asked && answer[me] != NONE ->
      if
      :: !memory[me].disowned ->
        memory[me].next = answer[me];
        memory[me].until = answer[me] + SEGMENT
      :: else
      fi;
      memory[me].asked = false;
      memory[me].disowned = false;
      answer[me] = NONE
    }
  :: (!memory[me].asked && memory[me].next == memory[me].until
        && memory[me].claims == CLAIMS && copied && !held) -> break
  od
}

/* Tells the process, copies its memory, tells both. */
active proctype machine() {
  atomic {
#ifndef NO_HOLD
    held = true;
#endif
#ifndef DROP_AFTER
    drop(0)
#endif
  };
  atomic {
    memory[1].next = memory[0].next;
    memory[1].until = memory[0].until;
    memory[1].asked = memory[0].asked;
    memory[1].disowned = memory[0].disowned;
    memory[1].claims = memory[0].claims;
    answer[1] = answer[0];
    shared = sent[0];
    copied = true
  };
#ifdef DROP_AFTER
  held = false;
  atomic { drop(0) };
  atomic { drop(1) };
#endif
  held = false
}
