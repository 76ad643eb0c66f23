package io.mintmark.internal.line;

import io.mintmark.error.Message;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Suspends and resumes generators around checkpoints, with the API of CRaC (coordinated restore at
 * checkpoint). Before a checkpoint, every generator discards its claimed positions and stops. After
 * a restore, it continues with new claims and new random bits, because the process may be restored
 * more than once. Uses {@code org.crac} if it is on the class path, otherwise {@code jdk.crac},
 * which some JDKs contain. If both are missing, nothing is registered with an API.
 *
 * <p><b>Each generator is registered individually</b>, before any caller can reach it and for as
 * long as it is reachable. Registering only its Mintmark would not be enough: while a call on the
 * generator is still running, its Mintmark may have forgotten the generator, or may be closed or
 * unreachable. The generator would then not be suspended, and every copy of the process would use
 * the ids of this call.
 */
public final class Checkpoints {

  private static final List<String> APIS = List.of("org.crac", "jdk.crac");

  /** Each time the list has grown by this size, entries of unreachable generators are removed. */
  private static final int TIDIED_EACH = 64;

  /**
   * The registered generators in the order in which they were added, so that a simulation run can
   * be repeated. The list itself is the lock that guards it.
   */
  private static final List<WeakReference<Lifecycle>> REGISTERED = new ArrayList<>();

  /**
   * Whether all generators are suspended. While this is true, a generator that is added is
   * suspended at once.
   */
  private static boolean suspended;

  /**
   * The resource registered with the API, if an API was found. The API keeps resources weakly, so
   * this field keeps it reachable.
   */
  static final Optional<Object> RESOURCE = register();

  private Checkpoints() {}

  /**
   * Adds a generator, which is then suspended before checkpoints and resumed after restores. The
   * reference to it is weak. If the process is suspended now, the generator is suspended at once,
   * because positions that it claimed now would be in every copy.
   *
   * @param generator an object to which the generator and its calls have a reference as long as
   *     they make ids
   */
  public static void add(Lifecycle generator) {
    synchronized (REGISTERED) {
      if (REGISTERED.size() % TIDIED_EACH == TIDIED_EACH - 1) {
        REGISTERED.removeIf(each -> each.get() == null);
      }
      REGISTERED.add(new WeakReference<>(generator));
      if (suspended) {
        generator.suspend();
      }
    }
  }

  /** Suspends all added generators. */
  public static void suspend() {
    mark(true).forEach(Lifecycle::suspend);
  }

  /** Resumes all added generators. */
  public static void resume() {
    mark(false).forEach(Lifecycle::resume);
  }

  private static List<Lifecycle> mark(boolean suspending) {
    synchronized (REGISTERED) {
      suspended = suspending;
      return REGISTERED.stream()
          .map(WeakReference::get)
          .filter(Objects::nonNull)
          .toList();
    }
  }

  private static Optional<Object> register() {
    for (String api : APIS) {
      try {
        return Optional.of(register(api));
      } catch (ClassNotFoundException e) {
        // This API is missing. The other API may exist.
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
    Object proxy = Proxy.newProxyInstance(
        resource.getClassLoader(), new Class<?>[] {resource}, Checkpoints::call);
    Class.forName(api + ".Context").getMethod("register", resource).invoke(context, proxy);
    return proxy;
  }

  /**
   * Implements the methods of the API's resource type: the two methods for checkpoint and restore,
   * and the methods of {@link Object}.
   */
  private static Object call(Object proxy, Method method, Object @Nullable [] arguments) {
    switch (method.getName()) {
      case "beforeCheckpoint" -> suspend();
      case "afterRestore" -> resume();
      case "equals" -> {
        return arguments != null && proxy == arguments[0];
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
