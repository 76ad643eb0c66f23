package io.mintmark.architecture;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.mintmark.Mintmark;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The types of core that users see. All users have to read every addition, and it can never be
 * removed. So the types are listed here, and their members are counted.
 */
final class PublicApiTest {

  /** The count of public and protected methods, constructors and fields of these types. */
  private static final int MOST_DECLARATIONS = 547;

  private static final String PUBLIC_TYPES = """
      io.mintmark Mintmark MintmarkBuilder
      io.mintmark.error CallInterruptedException ClockAheadException ClockBehindException
      io.mintmark.error ClosedException
      io.mintmark.error ConfigurationException ExhaustedException InvalidIdException
      io.mintmark.error LineMovedException Message MintmarkException NoIdleWorkerException
      io.mintmark.error SettingsMismatchException SettingsDamagedException StoreRefusedException
      io.mintmark.error StoreInUseException StoreRewoundException StoreUnavailableException
      io.mintmark.error TickExhaustedException TooManyCallsException
      io.mintmark.generator Description Generator GeneratorObserver GeneratorObserver$Claim
      io.mintmark.generator GeneratorObserver$ClockStep GeneratorObserver$FailedClaim
      io.mintmark.generator IdCipher IdCipher$Permutation
      io.mintmark.generator IdOrder LongGenerator LongRange
      io.mintmark.generator OnClockBehind Supply ValueGenerator ValueRange
      io.mintmark.key FormatFault KeyBuilder KeyExplanation KeyField KeyFormat KeyGenerator
      io.mintmark.key KeyRequest ParsedKey Route Routing Shards
      io.mintmark.objectid DriverFields LegacyFields LegacyObjectIdGenerator ObjectId
      io.mintmark.objectid ObjectIdBuilder ObjectIdGenerator ObjectIdRange
      io.mintmark.opaque OpaqueKey PublicUuids
      io.mintmark.prefix PrefixedIds
      io.mintmark.sequence Sequence SequenceBuilder
      io.mintmark.settings TimedBuilder
      io.mintmark.snowflake PreferredWorker SnowflakeBuilder SnowflakeGenerator SnowflakeId
      io.mintmark.snowflake SnowflakeLayout
      io.mintmark.store ClaimArguments ClaimStore ClaimStoreProvider Durability Durability$Setting
      io.mintmark.store EngineLife Line LineName LinePage LinePositions MemoryStore
      io.mintmark.store StoreAdapter
      io.mintmark.time ElapsedClock
      io.mintmark.uuid NameUuid TypeId UuidBuilder UuidFields UuidGenerator UuidNode
      io.mintmark.uuid Uuids
      """;

  @Test
  void core_publicTypes_matchTheList() throws IOException {
    Set<String> types = publicTypes().map(Class::getName).collect(toCollection(TreeSet::new));
    Set<String> listed = new TreeSet<>();
    PUBLIC_TYPES.lines().forEach(line -> {
      String[] words = line.split(" ");
      Arrays.stream(words).skip(1).forEach(name -> listed.add(words[0] + "." + name));
    });
    assertThat(types).isEqualTo(listed);
  }

  @Test
  void core_publicDeclarations_areBounded() throws IOException {
    List<String> declarations =
        publicTypes().flatMap(PublicApiTest::declarations).toList();
    assertThat(declarations).hasSizeLessThan(MOST_DECLARATIONS).hasSizeGreaterThan(100);
  }

  private static Stream<Class<?>> publicTypes() throws IOException {
    Set<String> exported = exported();
    return Codebase.CLASSES.stream()
        .filter(Codebase.in("core"))
        .filter(type -> exported.contains(type.getPackageName()))
        .<Class<?>>map(JavaClass::reflect)
        .filter(PublicApiTest::isVisible)
        .filter(type -> !type.getSimpleName().equals("package-info"));
  }

  /**
   * Returns the packages that core exports to every module, without the exports to Mintmark's own
   * modules.
   */
  private static Set<String> exported() throws IOException {
    String ours = String.valueOf(Mintmark.class.getResource("Mintmark.class"));
    URL module = new URL(ours.replace("io/mintmark/Mintmark.class", "module-info.class"));
    try (InputStream descriptor = module.openStream()) {
      return ModuleDescriptor.read(descriptor).exports().stream()
          .filter(exports -> !exports.isQualified())
          .map(Exports::source)
          .collect(toCollection(TreeSet::new));
    }
  }

  private static boolean isVisible(Class<?> type) {
    return isVisible(type.getModifiers())
        && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static Stream<String> declarations(Class<?> type) {
    return Stream.of(
            type.getDeclaredMethods(), type.getDeclaredConstructors(), type.getDeclaredFields())
        .flatMap(Arrays::stream)
        .map(Member.class::cast)
        .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
        .map(Object::toString);
  }
}
