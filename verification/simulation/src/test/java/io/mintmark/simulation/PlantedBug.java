package io.mintmark.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.error.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A mistake in the product, made on purpose: one place of one source file, replaced. The file is
 * compiled anew and loaded ahead of the right one, together with a product and a simulation of its
 * own, so that the code of others is not touched.
 *
 * @param mistake what is done wrong, for people
 * @param file the source file, from the root of the project
 * @param right what stands there, once in that file
 * @param wrong what is put in its place
 */
record PlantedBug(String mistake, String file, String right, String wrong) {

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final String OURS = "io.mintmark.";

  @Override
  public String toString() {
    return mistake;
  }

  /** Reads the file, which must have the place once. */
  String source() throws IOException {
    String text = Files.readString(ROOT.resolve(file), UTF_8);
    int at = text.indexOf(right);
    if (at < 0 || text.indexOf(right, at + 1) >= 0) {
      throw new IllegalStateException(Message.of(
          "the place of a planted bug is not there once: bug='{}', file={}, place='{}'",
          mistake,
          file,
          right));
    }
    return text.substring(0, at) + wrong + text.substring(at + right.length());
  }

  /** Runs worlds with the mistake, and returns the first seed that shows it; 0 for none. */
  long firstSeed(int seeds) throws Exception {
    Class<?> simulation = new Mistaken(compiled()).loadClass(Simulation.class.getName());
    Object one = simulation.getConstructor().newInstance();
    Method holds = simulation.getMethod("holds", long.class);
    for (long seed = 1; seed <= seeds; seed++) {
      if (!(boolean) holds.invoke(one, seed)) {
        return seed;
      }
    }
    return 0;
  }

  private Map<String, byte[]> compiled() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter faults = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      Output output = new Output(files);
      String path = System.getProperty("java.class.path");
      boolean done = compiler
          .getTask(
              faults,
              output,
              null,
              List.of("-proc:none", "-cp", path),
              null,
              List.of(new Source(file, source())))
          .call();
      if (!done) {
        throw new IllegalStateException(
            Message.of("a planted bug does not compile: bug='{}', faults={}", mistake, faults));
      }
      return output.classes();
    }
  }

  /** Source text from memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String file, String text) {
      super(URI.create("string:///" + file), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoresErrors) {
      return text;
    }
  }

  /** Keeps what is compiled in memory. */
  private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    Output(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String type, JavaFileObject.Kind kind, javax.tools.FileObject near) {
      URI name = URI.create("bytes:///" + type.replace('.', '/'));
      return new SimpleJavaFileObject(name, kind) {
        @Override
        public OutputStream openOutputStream() {
          return written.computeIfAbsent(type, each -> new ByteArrayOutputStream());
        }
      };
    }

    Map<String, byte[]> classes() {
      Map<String, byte[]> classes = new HashMap<>();
      written.forEach((type, bytes) -> classes.put(type, bytes.toByteArray()));
      return classes;
    }
  }

  /** Loads the project's classes once more, those with the mistake in place of the right ones. */
  private static final class Mistaken extends ClassLoader {
    private final Map<String, byte[]> wrong;

    Mistaken(Map<String, byte[]> wrong) {
      super(PlantedBug.class.getClassLoader());
      this.wrong = wrong;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolves) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null && name.startsWith(OURS)) {
          byte[] bytes = wrong.containsKey(name) ? wrong.get(name) : bytesOf(name);
          loaded = defineClass(name, bytes, 0, bytes.length);
        }
        return loaded == null ? super.loadClass(name, resolves) : loaded;
      }
    }

    private byte[] bytesOf(String name) throws ClassNotFoundException {
      String resource = name.replace('.', '/') + ".class";
      try (InputStream in = getParent().getResourceAsStream(resource)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
