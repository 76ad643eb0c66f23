package io.mintmark.server;

import java.lang.System.Logger;
import java.lang.reflect.Proxy;
import java.util.Map;

/**
 * Handles signals whose default handling in the JVM does not suit people and service managers.
 *
 * <p>The JVM handles the first SIGINT or SIGTERM: it runs the shutdown hooks. After that, further
 * signals do nothing until the hooks end. A person who sends a second signal does not want to wait.
 * SIGHUP requests a server to read its files again; the JVM's default is to end the process.
 *
 * <p>The only way to handle a signal is {@code sun.misc.Signal}, which the module jdk.unsupported
 * exports to all modules, because there is no replacement. But javac warns of each use of it, the
 * warning cannot be suppressed, and warnings fail this build. So it is called by reflection. On a
 * JVM without it, and on a JVM that leaves signals alone ({@code -Xrs}), signals have their default
 * effect.
 */
final class ProcessSignals {

  private static final Logger LOG = System.getLogger(ProcessSignals.class.getName());

  private static final Map<String, Integer> NUMBERS = Map.of("INT", 2, "TERM", 15);

  /** A shell adds this to the signal's number in the exit code of a process that a signal ended. */
  private static final int ENDED_BY_SIGNAL = 128;

  private ProcessSignals() {}

  /**
   * Makes the next SIGINT or SIGTERM end this process at once, with exit code 130 or 143. This is
   * not logged, because the log may be the part that hangs.
   */
  static void haltAtTheNext() {
    NUMBERS.forEach(
        (name, number) -> handle(name, () -> Runtime.getRuntime().halt(ENDED_BY_SIGNAL + number)));
  }

  /** Makes SIGHUP run an action instead of ending this process, if that is possible. */
  static void onHangup(Runnable action) {
    handle("HUP", action);
  }

  private static void handle(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object run = Proxy.newProxyInstance(
          handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> {
            action.run();
            return null;
          });
      Object unused = signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), run);
    } catch (ReflectiveOperationException e) {
      LOG.log(
          Logger.Level.INFO,
          "this JVM does not report a signal, which has no effect: name=" + name,
          e);
    }
  }
}
