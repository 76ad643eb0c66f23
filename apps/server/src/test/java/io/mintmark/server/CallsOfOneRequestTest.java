package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector.Argument;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodEntryRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many methods of Mintmark a request for an id passes, from its first byte to its reply, if the
 * id is claimed already. An engineer who follows the request has to read each of them. A debugger
 * counts the calls on the event loop.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CallsOfOneRequestTest {

  private static final String EVENT_LOOP = "vert.x-eventloop";
  private static final long QUIET_NANOS = 200_000_000;

  /** The program of the other JVM: a server and a client of each protocol. */
  static final class Requests {

    private static final String NEXT =
        "POST /v1/generators/orders/next HTTP/1.1\r\nHost: localhost\r\n\r\n";

    public static void main(String[] args) throws Exception {
      try (Server server = MemoryServer.builder().start();
          RawHttp http = new RawHttp(server);
          RespClient resp = new RespClient(server.resp())) {
        boolean isHttp = args[0].equals("http");
        for (int i = 0; i < 2; i++) {
          System.out.println(http.answer(200, NEXT) + resp.increment("orders"));
        }
        LockSupport.parkNanos(QUIET_NANOS);
        begin();
        Object counted = isHttp ? http.answer(200, NEXT) : resp.increment("orders");
        LockSupport.parkNanos(QUIET_NANOS); // The event loop has more to do after its reply.
        end();
        System.out.println(counted);
      }
    }

    private static void begin() {}

    private static void end() {}
  }

  @ParameterizedTest
  @CsvSource({"http, IdService.nextAsync, 205", "resp, RespDecoder.next, 185"})
  void next_claimedId_makesFewCalls(String protocol, String call, int most) throws Exception {
    VirtualMachine jvm = launch(protocol);
    try {
      List<String> calls = calls(jvm);

      System.out.println("calls of a request for an id: " + protocol + " " + calls.size());
      assertThat(calls).contains(call).hasSizeLessThanOrEqualTo(most);
    } finally {
      jvm.process().destroyForcibly();
    }
  }

  private static VirtualMachine launch(String protocol) throws Exception {
    LaunchingConnector launcher = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Argument> arguments = launcher.defaultArguments();
    Objects.requireNonNull(arguments.get("main"))
        .setValue(Requests.class.getName() + " " + protocol);
    Objects.requireNonNull(arguments.get("options"))
        .setValue("-cp " + System.getProperty("java.class.path"));
    return launcher.launch(arguments);
  }

  /** Only the request runs with method entries, because they make a JVM very slow. */
  private static List<String> calls(VirtualMachine jvm) throws Exception {
    EventRequestManager requests = jvm.eventRequestManager();
    MethodEntryRequest entries = requests.createMethodEntryRequest();
    entries.addClassFilter("io.mintmark.*");
    entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
    ClassPrepareRequest prepared = requests.createClassPrepareRequest();
    prepared.addClassFilter(Requests.class.getName());
    prepared.enable();
    jvm.resume();
    List<String> calls = new ArrayList<>();
    while (true) {
      EventSet events = jvm.eventQueue().remove();
      for (Event event : events) {
        if (event instanceof ClassPrepareEvent loaded) {
          for (String mark : List.of("begin", "end")) {
            Method method = loaded.referenceType().methodsByName(mark).get(0);
            requests.createBreakpointRequest(method.location()).enable();
          }
        } else if (event instanceof BreakpointEvent mark) {
          if (mark.location().method().name().equals("end")) {
            return calls;
          }
          entries.enable();
        } else if (event instanceof MethodEntryEvent entry
            && entry.thread().name().startsWith(EVENT_LOOP)) {
          String type = entry.method().declaringType().name();
          calls.add(
              type.substring(type.lastIndexOf('.') + 1) + "." + entry.method().name());
        }
      }
      events.resume();
    }
  }
}
