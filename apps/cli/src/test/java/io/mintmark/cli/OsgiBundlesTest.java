package io.mintmark.cli;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.mintmark.Mintmark;
import io.mintmark.store.file.FileStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * Runs the jars as bundles in Apache Felix. A build that does not package the modules skips these
 * tests.
 */
class OsgiBundlesTest {

  private static final List<String> FILE_STORE = List.of(
      "io.mintmark.core",
      "io.mintmark.store.engine",
      "io.mintmark.store.file",
      "org.xerial.sqlite-jdbc");
  private static final List<String> MEDIATOR = List.of(
      "org.apache.aries.spifly.dynamic.bundle",
      "org.objectweb.asm",
      "org.objectweb.asm.commons",
      "org.objectweb.asm.tree",
      "org.objectweb.asm.tree.analysis",
      "org.objectweb.asm.util");

  /** The jars that are bundles, by the bundle's name. */
  private static final Map<String, Path> JARS = new HashMap<>();

  @TempDir
  private Path folder;

  private Framework framework;
  private ClassLoader contextLoader;

  /** Makes an id in a bundle. */
  public static final class FromUrl implements UnaryOperator<String> {

    @Override
    public String apply(String directory) {
      try (Mintmark mint = Mintmark.open("file:" + directory)) {
        return Long.toString(mint.snowflake("orders").next());
      }
    }
  }

  /** Makes an id in a bundle that opens its store itself. */
  public static final class FromStore implements UnaryOperator<String> {

    @Override
    public String apply(String directory) {
      try (Mintmark mint = Mintmark.open(FileStore.open(Path.of(directory)))) {
        return Long.toString(mint.snowflake("orders").next());
      }
    }
  }

  @BeforeAll
  static void findBundles() throws IOException {
    for (URL manifest : Collections.list(
        OsgiBundlesTest.class.getClassLoader().getResources(JarFile.MANIFEST_NAME))) {
      if (manifest.getProtocol().equals("jar")) {
        String jar = manifest.getPath().substring(0, manifest.getPath().indexOf("!/"));
        try (InputStream in = manifest.openStream()) {
          String name = new Manifest(in).getMainAttributes().getValue("Bundle-SymbolicName");
          if (name != null) {
            JARS.put(name.replaceFirst(";.*", ""), Path.of(URI.create(jar)));
          }
        }
      }
    }
    assumeThat(JARS)
        .as("the modules' jars on the class path, as in \"mvn verify\"")
        .containsKey("io.mintmark.core");
  }

  @BeforeEach
  void start() throws BundleException {
    contextLoader = Thread.currentThread().getContextClassLoader();
    framework = new FrameworkFactory()
        .newFramework(
            Map.of(Constants.FRAMEWORK_STORAGE, folder.resolve("felix").toString()));
    framework.start();
  }

  @AfterEach
  void stop() throws Exception {
    Thread.currentThread().setContextClassLoader(contextLoader);
    framework.stop();
    framework.waitForStop(10_000);
  }

  private Bundle install(String name) throws BundleException {
    Path jar = Objects.requireNonNull(JARS.get(name), name);
    return framework.getBundleContext().installBundle(jar.toUri().toString());
  }

  private void startAll(List<String> names) throws BundleException {
    for (String name : names) {
      install(name);
    }
    for (Bundle bundle : framework.getBundleContext().getBundles()) {
      bundle.start();
    }
  }

  /** Installs a bundle with one class of this test, or none. */
  private Bundle application(String imports, Class<?>... classes) throws Exception {
    Manifest manifest = new Manifest();
    Attributes headers = manifest.getMainAttributes();
    headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    headers.putValue("Bundle-ManifestVersion", "2");
    headers.putValue("Bundle-SymbolicName", "application");
    headers.putValue("Import-Package", imports);
    ByteArrayOutputStream jar = new ByteArrayOutputStream();
    try (JarOutputStream out = new JarOutputStream(jar, manifest)) {
      for (Class<?> type : classes) {
        String file = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(file));
        try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
          Objects.requireNonNull(in).transferTo(out);
        }
      }
    }
    return framework
        .getBundleContext()
        .installBundle("application", new ByteArrayInputStream(jar.toByteArray()));
  }

  @SuppressWarnings("unchecked")
  private String idFrom(Bundle application, Class<?> type) throws Exception {
    // As in a framework that is not started by a program with another copy of Mintmark.
    Thread.currentThread().setContextClassLoader(null);
    Object program =
        application.loadClass(type.getName()).getDeclaredConstructor().newInstance();
    return ((UnaryOperator<String>) program).apply(folder.resolve("ids").toString());
  }

  @Test
  void fileStore_byItsUrl_isFoundThroughAMediator() throws Exception {
    startAll(FILE_STORE);
    startAll(MEDIATOR);
    Bundle application =
        application("io.mintmark,io.mintmark.generator,io.mintmark.snowflake", FromUrl.class);

    long first = Long.parseLong(idFrom(application, FromUrl.class));

    assertThat(Long.parseLong(idFrom(application, FromUrl.class))).isGreaterThan(first);
  }

  @Test
  void fileStore_opened_needsNoMediator() throws Exception {
    startAll(FILE_STORE);
    Bundle application = application(
        "io.mintmark,io.mintmark.generator,io.mintmark.snowflake,io.mintmark.store,"
            + "io.mintmark.store.file",
        FromStore.class);

    assertThat(Long.parseLong(idFrom(application, FromStore.class))).isPositive();
  }

  @Test
  void internalPackage_isForImportsWithTheAttribute() throws Exception {
    startAll(List.of("io.mintmark.core"));
    Bundle without = application("io.mintmark.internal.store");
    assertThatThrownBy(without::start)
        .isInstanceOf(BundleException.class)
        .hasMessageContaining("io.mintmark.internal.store");
    without.uninstall();

    Bundle with = application("io.mintmark.internal.store;mintmark=internal");
    with.start();

    assertThat(with.loadClass("io.mintmark.internal.store.Adapters")).isPublic();
    assertThatThrownBy(() -> with.loadClass("io.mintmark.internal.batch.BatchSize"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void modules_resolveWhereTheirDriversAreBundles() throws Exception {
    for (String name : JARS.keySet()) {
      if (!name.equals(framework.getSymbolicName())) {
        install(name);
      }
    }
    framework.adapt(FrameworkWiring.class).resolveBundles(null);

    assertThat(framework.getBundleContext().getBundles())
        .filteredOn(bundle -> bundle.getSymbolicName().startsWith("io.mintmark."))
        .hasSize(13)
        .filteredOn(bundle -> bundle.getState() != Bundle.RESOLVED)
        .extracting(Bundle::getSymbolicName)
        .containsExactlyInAnyOrder(
            "io.mintmark.store.etcd", "io.mintmark.store.redis", "io.mintmark.store.zookeeper");
  }

  @Test
  void exportedPackages_matchThoseOfTheModules() throws Exception {
    Map<String, Path> modules = new HashMap<>(JARS);
    modules.keySet().removeIf(name -> !name.startsWith("io.mintmark."));
    // Their jars have a module's name and no descriptor.
    modules.keySet().removeAll(Set.of("io.mintmark.micrometer", "io.mintmark.store.zookeeper"));
    assertThat(modules).hasSize(11);

    for (Map.Entry<String, Path> module : modules.entrySet()) {
      Set<Exports> exports = ModuleFinder.of(module.getValue())
          .findAll()
          .iterator()
          .next()
          .descriptor()
          .exports();
      Bundle bundle = install(module.getKey());

      assertThat(exported(bundle, false))
          .isEqualTo(names(exports.stream().filter(export -> !export.isQualified())));
      assertThat(exported(bundle, true))
          .isEqualTo(names(exports.stream().filter(Exports::isQualified)));
    }
  }

  private static Set<String> names(Stream<Exports> exports) {
    return exports.map(Exports::source).collect(toSet());
  }

  private static Set<String> exported(Bundle bundle, boolean internal) {
    return bundle
        .adapt(BundleRevision.class)
        .getDeclaredCapabilities("osgi.wiring.package")
        .stream()
        .filter(export -> export.getDirectives().containsKey("mandatory") == internal)
        .map(export -> String.valueOf(export.getAttributes().get("osgi.wiring.package")))
        .collect(toSet());
  }
}
