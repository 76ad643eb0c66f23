package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector.Argument;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import io.mintmark.snowflake.SnowflakeGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How many methods a caller passes to get an id that needs no claim, while ids are made slowly. An
 * engineer who follows the call has to read each of them. A debugger counts the calls.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CallsOfOneIdTest {

  private static final int MOST_CALLS = 68;

  /** The program of the other JVM. */
  static final class Ids {

    public static void main(String[] args) {
      try (Mintmark mint = Mintmark.open("memory:")) {
        SnowflakeGenerator users = mint.snowflake("users");
        long first = users.next();
        LockSupport.parkNanos(100_000_000);
        begin();
        long second = users.next();
        end();
        System.out.println(first + " " + second);
      }
    }

    private static void begin() {}

    private static void end() {}
  }

  @Test
  void next_slowSnowflake_makesFewCalls() throws Exception {
    VirtualMachine jvm = launch();
    try {
      List<String> calls = calls(jvm);

      System.out.println("calls of an id that comes slowly: " + calls.size());
      assertThat(calls).contains("WorkerSnowflakes.next").hasSizeLessThanOrEqualTo(MOST_CALLS);
    } finally {
      jvm.process().destroyForcibly();
    }
  }

  private static VirtualMachine launch() throws Exception {
    LaunchingConnector launcher = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Argument> arguments = launcher.defaultArguments();
    Objects.requireNonNull(arguments.get("main")).setValue(Ids.class.getName());
    Objects.requireNonNull(arguments.get("options"))
        .setValue("-cp " + System.getProperty("java.class.path"));
    return launcher.launch(arguments);
  }

  private static List<String> calls(VirtualMachine jvm) throws Exception {
    MethodEntryRequest entries = jvm.eventRequestManager().createMethodEntryRequest();
    entries.addClassFilter("io.mintmark.*");
    entries.addClassExclusionFilter(Ids.class.getName());
    entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
    entries.enable();
    MethodEntryRequest marks = jvm.eventRequestManager().createMethodEntryRequest();
    marks.addClassFilter(Ids.class.getName());
    marks.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    marks.enable();
    jvm.resume();
    List<String> calls = new ArrayList<>();
    boolean counting = false;
    while (true) {
      EventSet events = jvm.eventQueue().remove();
      for (Event event : events) {
        if (event instanceof MethodEntryEvent entry && entry.thread().name().equals("main")) {
          String method = entry.method().name();
          String type = entry.method().declaringType().name();
          if (!type.equals(Ids.class.getName())) {
            if (counting) {
              calls.add(type.substring(type.lastIndexOf('.') + 1) + "." + method);
            }
          } else if (method.equals("end")) {
            return calls;
          } else {
            counting = method.equals("begin");
          }
        }
      }
      events.resume();
    }
  }
}
