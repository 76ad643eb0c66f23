package io.mintmark.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.error.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A mistake in the product, made on purpose: places of source files, replaced. The files are
 * compiled anew and loaded ahead of the right ones, together with a product and a simulation of
 * its own, so that the code of others is not touched.
 *
 * @param mistake what is done wrong, for people
 * @param edits what is replaced
 */
record PlantedBug(String mistake, List<Edit> edits) {

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  @Override
  public String toString() {
    return mistake;
  }

  PlantedBug(String mistake, String file, String right, String wrong) {
    this(mistake, List.of(new Edit(file, right, wrong)));
  }

  /** The same places, as another mistake. */
  PlantedBug named(String other) {
    return new PlantedBug(other, edits);
  }

  /** The same mistake, which takes another place to make. */
  PlantedBug and(String file, String right, String wrong) {
    List<Edit> more = new ArrayList<>(edits);
    more.add(new Edit(file, right, wrong));
    return new PlantedBug(mistake, more);
  }

  /**
   * A place that is replaced.
   *
   * @param file the source file, from the root of the project
   * @param right what stands there, once in that file
   * @param wrong what is put in its place
   */
  record Edit(String file, String right, String wrong) {}

  /**
   * What the simulation made of it.
   *
   * @param seed the seed that shows it; 0 for none
   * @param story what happens there; empty for none
   */
  record Found(long seed, String story) {}

  /** Reads the files, which must have the places once, and makes the mistake in them. */
  Map<String, String> sources() throws IOException {
    Map<String, String> sources = new TreeMap<>();
    for (Edit edit : edits) {
      String before = sources.get(edit.file);
      String text = before == null ? Files.readString(ROOT.resolve(edit.file), UTF_8) : before;
      int at = text.indexOf(edit.right);
      if (at < 0 || text.indexOf(edit.right, at + 1) >= 0) {
        throw new IllegalStateException(Message.of(
            "the place of a planted bug is not there once: bug='{}', file={}, place='{}'",
            mistake,
            edit.file,
            edit.right));
      }
      sources.put(
          edit.file, text.substring(0, at) + edit.wrong + text.substring(at + edit.right.length()));
    }
    return sources;
  }

  /**
   * Whether one of the first worlds with the mistake shows it.
   *
   * @param likely the seed of the world that is run first
   * @param seeds how many there are
   */
  boolean isShown(long likely, int seeds) throws IOException {
    LongStream all = LongStream.rangeClosed(1, seeds).filter(seed -> seed != likely);
    return firstSeed(simulation(), LongStream.concat(LongStream.of(likely), all)) > 0;
  }

  /** Runs worlds with the mistake, and tells of the first that shows it. */
  Found find(int seeds) throws IOException {
    LongFunction<Shown> simulation = simulation();
    long seed = firstSeed(simulation, LongStream.rangeClosed(1, seeds));
    return new Found(seed, seed == 0 ? "" : simulation.apply(seed).story());
  }

  /** Tells of the world of one seed. */
  Found findIn(long seed) throws IOException {
    String story = simulation().apply(seed).story();
    return new Found(story.isEmpty() ? 0 : seed, story);
  }

  private LongFunction<Shown> simulation() throws IOException {
    return classes().simulation(seed -> "verification/simulation/planted " + word() + " " + seed);
  }

  /** The mistake as one word of a shell. */
  private String word() {
    return "'" + mistake.replace("'", "'\\''") + "'";
  }

  /** Loads the product with the mistake. */
  OwnClasses classes() throws IOException {
    return new OwnClasses(compiled());
  }

  private static long firstSeed(LongFunction<Shown> simulation, LongStream seeds) {
    LongPredicate holds = (LongPredicate) simulation;
    return seeds.filter(seed -> !holds.test(seed)).findFirst().orElse(0);
  }

  private Map<String, byte[]> compiled() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter faults = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      Output output = new Output(files);
      String path = System.getProperty("java.class.path");
      List<Source> sources = new ArrayList<>();
      sources().forEach((file, text) -> sources.add(new Source(file, text)));
      boolean done = compiler
          .getTask(faults, output, null, List.of("-proc:none", "-cp", path), null, sources)
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
}
