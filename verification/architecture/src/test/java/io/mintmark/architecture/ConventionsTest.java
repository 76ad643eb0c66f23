package io.mintmark.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import io.mintmark.error.MintmarkException;
import java.io.InvalidObjectException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Conventions for names, for the sources of time and random numbers, and for exceptions. */
final class ConventionsTest {

  /**
   * The classes that may call the JVM for the time or for random bits, and why. All other classes
   * receive them as parameters.
   */
  private static final Map<String, String> SOURCES_OF_TIME_AND_CHANCE = Map.ofEntries(
      entry("io.mintmark.internal.access.Surroundings", "the clocks that a test replaces"),
      entry("io.mintmark.cli.Terminal", "what a command knows of its process"),
      entry("io.mintmark.example.orders.Main", "how long each step of the example takes"),
      entry("io.mintmark.example.shop.SpringShop", "an application, whose clock is a bean"),
      entry("io.mintmark.internal.line.CoarseClock", "it is the clock that reads for others"),
      entry("io.mintmark.internal.line.Context", "the system's, for generators without a store"),
      entry("io.mintmark.internal.time.SystemElapsedClock", "it is the elapsed clock"),
      entry("io.mintmark.internal.line.SystemRandom", "the random bits that ids rest on"),
      entry("io.mintmark.server.ServerFiles", "the clock of tokens and certificates"),
      entry("io.mintmark.server.access.Secret", "the random bits of a new token"),
      entry("io.mintmark.server.http.HttpReply", "the date of an answer"),
      entry("io.mintmark.service.ServiceClocks", "the defaults; no ids are made by them"),
      entry("io.mintmark.internal.store.MemoryStore", "its default clock"),
      entry("io.mintmark.service.StoreIdentity", "the random number that tells stores apart"),
      entry("io.mintmark.store.file.FileStore", "its default clock"),
      entry("io.mintmark.store.etcd.EtcdStoreBuilder", "its clock, for when a line moved"),
      entry("io.mintmark.store.engine.RandomNumber", "a number that no other life has"),
      entry("io.mintmark.store.jdbc.DirectBackend", "a text that no other connection has"),
      entry("io.mintmark.store.jdbc.MySql", "a random text that only this session has"),
      entry("io.mintmark.store.jdbc.Session", "a name that no other connection has"),
      entry(
          "io.mintmark.testkit.ClaimStoreContract",
          "real engines: fresh names, their clock's skew"),
      entry("io.mintmark.rigs.ClaimingProcess", "bounds for a process that really runs"),
      entry("io.mintmark.rigs.EngineFaultContract", "bounds for real engines; fresh names"),
      entry("io.mintmark.rigs.EngineProcess", "bounds for a process that really runs"),
      entry("io.mintmark.rigs.HeapHog", "how long memory is used up for real"));

  /**
   * The classes in core and stores that may wait and start threads with the JDK's own methods, and
   * why. All others use a Context or a StoreContext, so that a test can run them on one thread.
   */
  private static final Map<String, String> WAITERS = Map.of(
      "io.mintmark.internal.line.ClaimThreads", "they are a context's threads",
      "io.mintmark.internal.line.CoarseClock", "it is the clock that reads for others",
      "io.mintmark.internal.line.Context", "waits for other threads, whose time is real",
      "io.mintmark.store.engine.DaemonThreads", "they are a store context's threads",
      "io.mintmark.store.engine.Deadline", "takes answers that have come",
      "io.mintmark.store.engine.LoopThread", "it is a store context's loop",
      "io.mintmark.internal.time.SystemElapsedClock", "it is the elapsed clock");

  /**
   * The classes that may open a file channel, and why. An interrupt closes the channel for all of
   * its users.
   */
  private static final Map<String, String> OPENERS_OF_CHANNELS = Map.of(
      "io.mintmark.cli.ids.Partition", "a temporary file of a command's one thread",
      "io.mintmark.store.file.internal.LockedFile",
          "one descriptor a file; only locks through the channel",
      "io.mintmark.store.file.internal.PrivateFiles",
          "syncs directories, and tries again if interrupted");

  /** The classes that may create files, and why other users cannot read these files. */
  private static final Map<String, String> MAKERS_OF_FILES = Map.of(
      "io.mintmark.cli.SnowflakeStateFile", "writes to a file that exists",
      "io.mintmark.cli.Terminal", "writes to what is open already: standard output and errors",
      "io.mintmark.cli.Warmup", "copies what everybody may read, when the command line is built",
      "io.mintmark.cli.ids.Partition", "a temporary file, which the JDK makes for its owner",
      "io.mintmark.store.file.internal.PrivateFiles", "makes them for their owner only",
      "io.mintmark.store.file.SqliteLibrary", "unpacks into a folder that is for its owner only");

  private static final Pattern MAKES_A_FILE = Pattern.compile(
      "java\\.nio\\.file\\.Files\\.(create|write|newOut|newBufferedW|newByte|copy).*"
          + "|java\\.io\\.File(OutputStream|Writer)\\.<init>\\(.*");

  private static final Pattern TIME =
      Pattern.compile("java\\.lang\\.System\\.(nanoTime|currentTimeMillis)\\(\\)"
          + "|java\\.time\\..*\\.(now|system\\w*)\\(.*|java\\.util\\.Date\\.<init>\\(\\)");

  private static final Pattern WAITS =
      Pattern.compile("java\\.lang\\.Thread\\.(<init>|start|join|yield|onSpinWait)\\(.*"
          + "|java\\.lang\\.Object\\.wait\\(.*|java\\.util\\.Timer\\..*"
          + "|java\\.util\\.concurrent\\.locks\\.\\w+\\.(park|lock|tryLock|await)\\w*\\(.*"
          + "|java\\.util\\.concurrent\\.(Executors|ForkJoin\\w+|\\w*ThreadPoolExecutor)\\..*"
          + "|java\\.util\\.concurrent\\.\\w*(Future|Task)\\.(get|join)\\(.*"
          + "|java\\.util\\.concurrent\\.\\w+\\.(await|acquire|invokeA|timed)\\w*\\(.*"
          + "|java\\.util\\.concurrent\\.\\w*(Blocking|Delay|Synchronous)\\w+"
          + "\\.(poll|take|put|offer)\\w*\\(.*"
          + "|.*\\.(orTimeout|completeOnTimeout|delayedExecutor)\\(.*"
          // Without an executor as a parameter, these methods run the task on the JDK's common
          // pool.
          + "|.*\\.CompletableFuture\\.\\w+Async\\((?!.*java\\.util\\.concurrent\\.Executor).*");

  /** A random generator with a given seed is deterministic, so it is not matched. */
  private static final Pattern CHANCE =
      Pattern.compile("java\\.util\\..*Random\\.(<init>|current)\\(\\)"
          + "|java\\.util\\.random\\..*\\.(of|getDefault)\\(.*"
          + "|java\\.security\\.SecureRandom\\.(<init>|getInstance\\w*)\\(.*"
          + "|java\\.lang\\.Math\\.random\\(\\)|java\\.util\\.UUID\\.randomUUID\\(\\)");

  /**
   * The exceptions of the JDK that the library may throw for the same kinds of faults as the JDK.
   */
  private static final Set<Class<?>> JDK_FAULTS = Set.of(
      IllegalArgumentException.class,
      IllegalStateException.class,
      IndexOutOfBoundsException.class,
      NullPointerException.class,
      UnsupportedOperationException.class,
      InvalidObjectException.class,
      LinkageError.class);

  /**
   * Here an SQLException represents an error of the embedded engine. No caller of the store
   * receives it.
   */
  private static final String ENGINE = "io.mintmark.store.file.SqliteLedger";

  @Test
  void classes_haveNames_ofTheirRole() {
    noClasses()
        .should()
        .haveNameMatching(".*[.$](Abstract\\w*|\\w*(Impl|Utils?|Helpers?|Manager))")
        .because("a name says the role: X, XBuilder")
        .check(Codebase.CLASSES);
  }

  @Test
  void packages_haveNames_ofTheirSubject() {
    noClasses()
        .should()
        .resideInAnyPackage("..common..", "..util..", "..utils..", "..helper..", "..misc..")
        .check(Codebase.CLASSES);
  }

  @Test
  void timeAndRandomness_areInjected_exceptInListedClasses() {
    assertThat(callers((type, access) -> isSourceOfTimeOrChance(access)))
        .as("classes that take the time or random bits from the JVM")
        .isEqualTo(new TreeSet<>(SOURCES_OF_TIME_AND_CHANCE.keySet()));
  }

  @Test
  void mainCode_neverSleeps() {
    assertThat(callers((type, access) -> access.getName().equals("sleep"))).isEmpty();
  }

  @Test
  void coreAndStores_waitThroughTheirContext_exceptInListedClasses() {
    assertThat(callers((type, access) -> Codebase.in("core|stores/.+").test(type)
            && WAITS.matcher(access.getTarget().getFullName()).matches()))
        .as("classes that wait or start threads by the JDK's own means")
        .isEqualTo(new TreeSet<>(WAITERS.keySet()));
  }

  @Test
  void fileChannels_areOpened_onlyInListedClasses() {
    assertThat(callers((type, access) -> isMain(type)
            && (access.getTargetOwner().isAssignableTo(FileChannel.class)
                || access.getTargetOwner().isAssignableTo(RandomAccessFile.class))))
        .as("classes that use a file's channel")
        .isEqualTo(new TreeSet<>(OPENERS_OF_CHANNELS.keySet()));
  }

  @Test
  void files_areCreated_onlyInListedClasses() {
    assertThat(callers((type, access) -> isMain(type)
            && MAKES_A_FILE.matcher(access.getTarget().getFullName()).matches()))
        .as("classes that make files")
        .isEqualTo(new TreeSet<>(MAKERS_OF_FILES.keySet()));
  }

  private static boolean isMain(JavaClass type) {
    return Codebase.in(Codebase.LIBRARY + "|(stores|integrations|apps)/.+").test(type);
  }

  @Test
  void library_throws_itsOwnExceptionsOrIllegalArgumentOrState() {
    assertThat(callers(
            (type, access) -> Codebase.in("core|(stores|integrations)/.+").test(type)
                && access.getName().equals("<init>")
                && !type.getName().equals(ENGINE)
                && !access.getOriginOwner().isAssignableTo(Throwable.class)
                && isForbiddenThrowable(access.getTargetOwner())))
        .as("classes that make an exception of a kind users are not told of")
        .isEmpty();
  }

  private static boolean isForbiddenThrowable(JavaClass made) {
    return made.isAssignableTo(Throwable.class)
        && !made.isAssignableTo(MintmarkException.class)
        && JDK_FAULTS.stream().noneMatch(allowed -> assignableTo(allowed).test(made));
  }

  private static boolean isSourceOfTimeOrChance(JavaAccess<?> access) {
    String target = access.getTarget().getFullName();
    return TIME.matcher(target).matches() || CHANCE.matcher(target).matches();
  }

  /** Returns the top-level classes whose code contains such a call or method reference. */
  private static Set<String> callers(BiPredicate<JavaClass, JavaAccess<?>> wanted) {
    return Codebase.CLASSES.stream()
        .filter(type ->
            type.getAccessesFromSelf().stream().anyMatch(access -> wanted.test(type, access)))
        .map(type -> type.getName().replaceFirst("\\$.*", ""))
        .collect(toCollection(TreeSet::new));
  }
}
