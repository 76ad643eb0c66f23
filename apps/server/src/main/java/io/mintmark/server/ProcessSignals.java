package io.mintmark.server;

import java.lang.System.Logger;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;

/**
 * The signals of people and service managers that the JVM does not answer as they want it.
 *
 * <p>The first SIGINT or SIGTERM is the JVM's to answer: it runs the hooks, and from then on does
 * nothing at another one but wait for them. A person who asks twice does not want to wait. SIGHUP
 * asks a server to read its files again; the JVM would end the process.
 *
 * <p>The one way to hear of a signal is {@code sun.misc.Signal}, which the module jdk.unsupported
 * exports to everybody as there is nothing in its place; but javac warns of each use of it, cannot
 * be told not to, and warnings fail this build. So it is called by name. On a JVM without it, or
 * one told to leave signals alone ({@code -Xrs}), signals do what they always did.
 */
final class ProcessSignals {

  private static final Logger LOG = System.getLogger(ProcessSignals.class.getName());

  private static final Map<String, Integer> NUMBERS = Map.of("INT", 2, "TERM", 15);

  /** What a shell answers for a process that a signal ended, beside the signal's number. */
  private static final int ENDED_BY_SIGNAL = 128;

  private ProcessSignals() {}

  /**
   * Has the next SIGINT or SIGTERM end this process at once, with exit code 130 or 143. Nothing is
   * logged then, as what hangs may be the log.
   */
  static void haltAtTheNext() {
    NUMBERS.forEach((name, number) -> {
      if (!handle(name, () -> Runtime.getRuntime().halt(ENDED_BY_SIGNAL + number))) {
        LOG.log(Logger.Level.DEBUG, "this JVM does not tell of signals; a second one does nothing");
      }
    });
  }

  /** Has a SIGHUP do something instead of ending this process; logs if it cannot. */
  static void onHangup(Runnable action) {
    if (!handle("HUP", action)) {
      LOG.log(
          Logger.Level.INFO,
          "this JVM does not tell of SIGHUP: files are read again only when they change");
    }
  }

  private static boolean handle(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      MethodHandle run = MethodHandles.publicLookup()
          .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
          .bindTo(action);
      Object unused = signal
          .getMethod("handle", signal, handler)
          .invoke(
              null,
              signal.getConstructor(String.class).newInstance(name),
              MethodHandleProxies.asInterfaceInstance(
                  handler, MethodHandles.dropArguments(run, 0, signal)));
      return true;
    } catch (ReflectiveOperationException e) {
      LOG.log(Logger.Level.DEBUG, "a signal cannot be heard of: name=" + name, e);
      return false;
    }
  }
}
