package io.mintmark.server;

import java.lang.System.Logger;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Map;

/**
 * The signals by which people and service managers end a process.
 *
 * <p>The first is the JVM's to answer: it runs the hooks, and from then on does nothing at another
 * one but wait for them. A person who asks twice does not want to wait. The one way to hear of the
 * second is {@code sun.misc.Signal}, which the module jdk.unsupported exports to everybody as
 * there is nothing in its place; but javac warns of each use of it, cannot be told not to, and
 * warnings fail this build. So it is called by name. On a JVM without it, or one told to leave
 * signals alone ({@code -Xrs}), a second signal does nothing, as it always did.
 */
final class TerminationSignals {

  private static final Logger LOG = System.getLogger(TerminationSignals.class.getName());

  private static final Map<String, Integer> NUMBERS = Map.of("INT", 2, "TERM", 15);

  /** What a shell answers for a process that a signal ended, beside the signal's number. */
  private static final int ENDED_BY_SIGNAL = 128;

  private TerminationSignals() {}

  /**
   * Has the next SIGINT or SIGTERM end this process at once, with exit code 130 or 143. Nothing is
   * logged then, as what hangs may be the log.
   */
  static void haltAtTheNext() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Method handle = signal.getMethod("handle", signal, handler);
      for (Map.Entry<String, Integer> known : NUMBERS.entrySet()) {
        MethodHandle halt = MethodHandles.dropArguments(haltWith(known.getValue()), 0, signal);
        handle.invoke(
            null,
            signal.getConstructor(String.class).newInstance(known.getKey()),
            MethodHandleProxies.asInterfaceInstance(handler, halt));
      }
    } catch (ReflectiveOperationException e) {
      LOG.log(
          Logger.Level.DEBUG, "this JVM does not tell of signals; a second one does nothing", e);
    }
  }

  private static MethodHandle haltWith(int signal) throws ReflectiveOperationException {
    MethodType exits = MethodType.methodType(void.class, int.class);
    Lookup lookup = MethodHandles.publicLookup();
    return MethodHandles.insertArguments(
        lookup.findVirtual(Runtime.class, "halt", exits),
        0,
        Runtime.getRuntime(),
        ENDED_BY_SIGNAL + signal);
  }
}
