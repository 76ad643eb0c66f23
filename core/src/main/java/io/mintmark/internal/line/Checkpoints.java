package io.mintmark.internal.line;

import io.mintmark.error.Message;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Coordinated restore at checkpoint (CRaC): before a checkpoint every generator drops what it holds
 * and stops, after a restore it goes on from fresh claims and fresh randoms, as the process may be
 * restored more than once. Uses {@code org.crac} if it is on the class path, else the JDK's own
 * {@code jdk.crac} if it has one; without either nothing is registered.
 *
 * <p><b>Each generator is here by itself,</b> from before anybody can have it until nobody has it
 * any more. A Mintmark may have forgotten it, be closed, or be out of use itself: a call of it may
 * still be under way then, and what that call gets would be in every copy.
 */
public final class Checkpoints {

  private static final List<String> APIS = List.of("org.crac", "jdk.crac");
  private static final int LEAST_TIDIED = 64;

  /**
   * In the order in which they were added, so that a simulation can be repeated. Guarded by itself.
   */
  private static final List<WeakReference<Suspendable>> REGISTERED = new ArrayList<>();

  /** With so many entries, those that nobody has any more leave; guarded by the list. */
  private static int tidiedAt = LEAST_TIDIED;

  /** Whether all generators are suspended, so that one that is added is suspended too. */
  private static boolean suspended;

  /**
   * The resource given to the API; it keeps resources weakly, so this field keeps it reachable.
   */
  private static final Optional<Object> RESOURCE = register();

  private Checkpoints() {}

  /**
   * Suspends and resumes one more generator around checkpoints. The reference to it is weak. If the
   * process is suspended now, the generator is too, at once: positions that it claimed would be in
   * every copy.
   *
   * @param suspendable what a generator and its calls hold on to for as long as they make ids
   */
  public static void add(Suspendable suspendable) {
    synchronized (REGISTERED) {
      if (REGISTERED.size() >= tidiedAt) {
        REGISTERED.removeIf(each -> each.get() == null);
        tidiedAt = Math.max(LEAST_TIDIED, 2 * REGISTERED.size());
      }
      REGISTERED.add(new WeakReference<>(suspendable));
      if (suspended) {
        suspendable.suspend();
      }
    }
  }

  /** Suspends all that were added. */
  public static void suspend() {
    mark(true).forEach(Suspendable::suspend);
  }

  /** Resumes all that were added. */
  public static void resume() {
    mark(false).forEach(Suspendable::resume);
  }

  private static List<Suspendable> mark(boolean suspending) {
    synchronized (REGISTERED) {
      suspended = suspending;
      return REGISTERED.stream()
          .map(WeakReference::get)
          .filter(Objects::nonNull)
          .toList();
    }
  }

  /** Returns the resource that was registered, if an interface was found. */
  static Optional<Object> registered() {
    return RESOURCE;
  }

  private static Optional<Object> register() {
    for (String api : APIS) {
      try {
        return Optional.of(register(api));
      } catch (ClassNotFoundException e) {
        // Not there; the other may be.
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(
            Message.of("the checkpoint interface is not as expected: package={}", api), e);
      }
    }
    return Optional.empty();
  }

  private static Object register(String api) throws ReflectiveOperationException {
    Class<?> resource = Class.forName(api + ".Resource");
    Object context = Class.forName(api + ".Core").getMethod("getGlobalContext").invoke(null);
    Object proxy =
        Proxy.newProxyInstance(resource.getClassLoader(), new Class<?>[] {resource}, new Around());
    Class.forName(api + ".Context").getMethod("register", resource).invoke(context, proxy);
    return proxy;
  }

  /** Answers for the resource: its two methods, and those of every object. */
  private static final class Around implements InvocationHandler {

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
      switch (method.getName()) {
        case "beforeCheckpoint" -> suspend();
        case "afterRestore" -> resume();
        case "equals" -> {
          return proxy == arguments[0];
        }
        case "hashCode" -> {
          return System.identityHashCode(proxy);
        }
        default -> {
          return "mintmark generators";
        }
      }
      return Optional.empty();
    }
  }
}
