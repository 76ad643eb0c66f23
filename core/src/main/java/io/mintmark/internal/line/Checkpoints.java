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
 * Coordinated restore at checkpoint (CRaC). Before a checkpoint, every generator discards its
 * claimed positions and stops. After a restore, it continues with new claims and new random bits,
 * because the process may be restored more than once. Uses {@code org.crac} if it is on the class
 * path, else the JDK's own {@code jdk.crac}. If both are missing, nothing is registered.
 *
 * <p><b>Each generator is registered individually</b>, before any caller can reach it and for as
 * long as it is reachable. Registering its Mintmark would not be enough: a Mintmark may have
 * dropped the generator, be closed, or be unreachable itself, while a call on the generator is
 * still running. The ids that this call gets would then be in every copy.
 */
public final class Checkpoints {

  private static final List<String> APIS = List.of("org.crac", "jdk.crac");
  private static final int LEAST_TIDIED = 64;

  /**
   * The registered generators in the order in which they were added, so that a simulation run can
   * be repeated. Guarded by itself.
   */
  private static final List<WeakReference<Suspendable>> REGISTERED = new ArrayList<>();

  /** At this size, entries whose generator is unreachable are removed. Guarded by the list. */
  private static int tidiedAt = LEAST_TIDIED;

  /** Whether all generators are suspended. A generator that is added then is suspended too. */
  private static boolean suspended;

  /**
   * The resource registered with the API. The API keeps resources weakly, so this field keeps it
   * reachable.
   */
  private static final Optional<Object> RESOURCE = register();

  private Checkpoints() {}

  /**
   * Suspends and resumes another generator around checkpoints. The reference to it is weak. If the
   * process is suspended now, the generator is suspended at once: positions that it claimed would
   * be in every copy.
   *
   * @param suspendable an object that a generator and its calls reference as long as they make ids
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

  /** Suspends all added generators. */
  public static void suspend() {
    mark(true).forEach(Suspendable::suspend);
  }

  /** Resumes all added generators. */
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

  /** Returns the registered resource, if an API was found. */
  static Optional<Object> registered() {
    return RESOURCE;
  }

  private static Optional<Object> register() {
    for (String api : APIS) {
      try {
        return Optional.of(register(api));
      } catch (ClassNotFoundException e) {
        // This API is missing; the other may exist.
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

  /** Implements the resource: its two methods, and the methods of every object. */
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
