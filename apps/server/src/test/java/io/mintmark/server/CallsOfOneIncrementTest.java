package io.mintmark.server;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How many methods a command passes whose number is already claimed. An engineer who follows the
 * command has to read each of them. A debugger counts the calls on the event loop.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CallsOfOneIncrementTest {

  private static final int MOST_CALLS = 185;
  private static final String EVENT_LOOP = "mintmark-io";

  /** The program of the other JVM. */
  static final class Increments {

    private static final int BEFORE = 20;
    private static final long PAUSE_NANOS = 200_000_000;

    public static void main(String[] args) throws Exception {
      try (Server server = MemoryServer.builder().start();
          RespClient client = new RespClient(server.resp())) {
        for (int i = 0; i < BEFORE; i++) {
          System.out.println(client.increment("orders"));
        }
        LockSupport.parkNanos(PAUSE_NANOS);
        begin();
        long number = client.increment("orders");
        LockSupport.parkNanos(PAUSE_NANOS); // The event loop has more to do after its reply.
        end();
        System.out.println(number);
      }
    }

    private static void begin() {}

    private static void end() {}
  }

  @Test
  void incr_claimedNumber_makesFewCalls() throws Exception {
    VirtualMachine jvm = launch();
    try {
      List<String> calls = calls(jvm);

      System.out.println("calls of an INCR whose number is claimed: " + calls.size());
      assertThat(calls).contains("RespDecoder.next").hasSizeLessThanOrEqualTo(MOST_CALLS);
    } finally {
      jvm.process().destroyForcibly();
    }
  }

  private static VirtualMachine launch() throws Exception {
    LaunchingConnector launcher = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Argument> arguments = launcher.defaultArguments();
    Objects.requireNonNull(arguments.get("main")).setValue(Increments.class.getName());
    Objects.requireNonNull(arguments.get("options"))
        .setValue("-cp " + System.getProperty("java.class.path"));
    return launcher.launch(arguments);
  }

  private static List<String> calls(VirtualMachine jvm) throws Exception {
    MethodEntryRequest entries = jvm.eventRequestManager().createMethodEntryRequest();
    entries.addClassFilter("io.mintmark.*");
    entries.addClassExclusionFilter(Increments.class.getName());
    entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
    entries.enable();
    MethodEntryRequest marks = jvm.eventRequestManager().createMethodEntryRequest();
    marks.addClassFilter(Increments.class.getName());
    marks.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    marks.enable();
    jvm.resume();
    List<String> calls = new ArrayList<>();
    boolean counting = false;
    while (true) {
      EventSet events = jvm.eventQueue().remove();
      for (Event event : events) {
        if (event instanceof MethodEntryEvent entry) {
          String method = entry.method().name();
          String type = entry.method().declaringType().name();
          if (type.equals(Increments.class.getName())) {
            if (method.equals("end")) {
              return calls;
            }
            counting |= method.equals("begin");
          } else if (counting && entry.thread().name().startsWith(EVENT_LOOP)) {
            calls.add(type.substring(type.lastIndexOf('.') + 1) + "." + method);
          }
        }
      }
      events.resume();
    }
  }
}
