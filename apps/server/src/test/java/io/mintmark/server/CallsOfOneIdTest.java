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
import io.mintmark.Mintmark;
import io.mintmark.internal.store.StackRoom;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.jdbc.Engines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many methods of Mintmark an id passes, from its request to its reply. An engineer who follows
 * the request has to read each of them. A debugger counts the calls.
 *
 * <p>{@link StackRoom} is not counted: it calls itself a thousand times to find out whether the
 * stack has room.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class CallsOfOneIdTest {

  private static final String EVENT_LOOP = "vert.x-eventloop";
  private static final String CALLER = "main";
  private static final int THREADS = 2;

  /** The aim is 600. */
  private static final int MOST_OF_FIRST = 750;

  private static final long QUIET_NANOS = 200_000_000;

  @TempDir
  Path folder;

  /** The program of the other JVM, which makes one id between two marks. */
  static final class OneId {

    private static final String NEXT =
        "POST /v1/generators/orders/next HTTP/1.1\r\nHost: localhost\r\n\r\n";

    public static void main(String[] args) throws Exception {
      switch (args[0]) {
        case "first" -> first(args[1]);
        case "slow" -> slow();
        default -> request(args[0].equals("http"));
      }
    }

    private static void first(String store) {
      try (Mintmark mint = Mintmark.open(store)) {
        SnowflakeGenerator users = mint.snowflake("users");
        begin();
        long id = users.next();
        end();
        System.out.println(id);
      }
    }

    private static void slow() {
      try (Mintmark mint = Mintmark.open("memory:")) {
        SnowflakeGenerator users = mint.snowflake("users");
        long first = users.next();
        LockSupport.parkNanos(QUIET_NANOS);
        begin();
        long second = users.next();
        end();
        System.out.println(first + " " + second);
      }
    }

    private static void request(boolean isHttp) throws Exception {
      try (Server server = MemoryServer.builder().start();
          RawHttp http = new RawHttp(server);
          RespClient resp = new RespClient(server.resp())) {
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

  /** A call of a method in a thread. */
  private record Call(String thread, String method) {

    boolean isIn(String group) {
      return thread.startsWith(group);
    }
  }

  @ParameterizedTest
  @CsvSource({"http, IdService.nextAsync, 150", "resp, RespDecoder.next, 100"})
  void next_claimedId_makesFewCalls(String protocol, String call, int most) throws Exception {
    List<String> calls = calls(protocol).stream()
        .filter(each -> each.isIn(EVENT_LOOP))
        .map(Call::method)
        .toList();

    System.out.println("calls of a request for an id: " + protocol + " " + calls.size());
    assertThat(calls).contains(call).hasSizeLessThanOrEqualTo(most);
  }

  @Test
  void next_slowSnowflake_makesFewCalls() throws Exception {
    List<String> calls = calls("slow").stream()
        .filter(each -> each.isIn(CALLER))
        .map(Call::method)
        .toList();

    System.out.println("calls of an id that comes slowly: " + calls.size());
    assertThat(calls).contains("WorkerSnowflakes.next").hasSizeLessThanOrEqualTo(69);
  }

  /**
   * On a new table, the settings are registered too. The caller hands the claim to another thread,
   * which hands the positions to the caller. A JVM that is too slow here reads again, and checks
   * its connection, after a second. Then the calls of another JVM are counted, on another table.
   */
  @Test
  @Tag("long")
  void next_firstSnowflakeOnPostgres_makesFewCallsInTwoThreads() throws Exception {
    try (EngineProcess engine = Engines.postgres(folder)) {
      for (String table : List.of("new", "known")) {
        List<Call> calls = List.of();
        for (int i = 0; i < 3 && (i == 0 || calls.size() > MOST_OF_FIRST); i++) {
          String url = Engines.postgresUrl(engine.port()) + "&table=lines" + i;
          calls = withoutRepeats(calls("first", url));
        }
        System.out.println("calls of the first id on PostgreSQL: " + table + " " + calls.size());
        assertThat(calls)
            .contains(new Call(CALLER, "WorkerSnowflakes.next"))
            .hasSizeLessThanOrEqualTo(MOST_OF_FIRST);
        assertThat(calls.stream().map(Call::thread).distinct()).hasSizeLessThanOrEqualTo(THREADS);
      }
    }
  }

  /** Leaves out what the caller does again ten times a second while the slow JVM claims. */
  private static List<Call> withoutRepeats(List<Call> calls) {
    Call waits = new Call(CALLER, "Context.park");
    int first = calls.indexOf(waits);
    int last = calls.lastIndexOf(waits);
    return IntStream.range(0, calls.size())
        .filter(i -> i <= first || i > last || !calls.get(i).isIn(CALLER))
        .mapToObj(calls::get)
        .toList();
  }

  private static List<Call> calls(String... arguments) {
    VirtualMachine jvm = null;
    try {
      jvm = launch(String.join(" ", arguments));
      return calls(jvm);
    } catch (Exception e) {
      throw new AssertionError("the calls cannot be counted", e);
    } finally {
      if (jvm != null) {
        jvm.process().destroyForcibly();
      }
    }
  }

  private static VirtualMachine launch(String arguments) throws Exception {
    LaunchingConnector launcher = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Argument> options = launcher.defaultArguments();
    Objects.requireNonNull(options.get("main")).setValue(OneId.class.getName() + " " + arguments);
    Objects.requireNonNull(options.get("options"))
        .setValue("-cp " + System.getProperty("java.class.path"));
    return launcher.launch(options);
  }

  /** Only the call runs with method entries, because they make a JVM very slow. */
  private static List<Call> calls(VirtualMachine jvm) throws Exception {
    EventRequestManager requests = jvm.eventRequestManager();
    MethodEntryRequest entries = requests.createMethodEntryRequest();
    entries.addClassFilter("io.mintmark.*");
    entries.addClassExclusionFilter(StackRoom.class.getName());
    entries.addClassExclusionFilter(OneId.class.getName());
    entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
    ClassPrepareRequest prepared = requests.createClassPrepareRequest();
    prepared.addClassFilter(OneId.class.getName());
    prepared.enable();
    jvm.resume();
    List<Call> calls = new ArrayList<>();
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
        } else if (event instanceof MethodEntryEvent entry) {
          String type = entry.method().declaringType().name();
          calls.add(new Call(
              entry.thread().name(),
              type.substring(type.lastIndexOf('.') + 1) + "." + entry.method().name()));
        }
      }
      events.resume();
    }
  }
}
