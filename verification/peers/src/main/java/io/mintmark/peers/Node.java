package io.mintmark.peers;

import io.mintmark.rigs.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A {@link Drawing} process, as a scenario sees it. */
final class Node implements AutoCloseable {

  private final ChildJvm child;

  private Node(ChildJvm child) {
    this.child = child;
  }

  /** Starts a process; it is ready when {@link #awaitReady} returns. */
  static Node start(
      Peer peer,
      Peer.Place place,
      Path files,
      String label,
      Optional<Path> socket,
      UnaryOperator<ChildJvm.Setup> options) {
    List<String> arguments = new ArrayList<>(List.of(
        peer.name(),
        Integer.toString(place.number()),
        Integer.toString(place.port()),
        place.folder().toString(),
        Boolean.toString(place.crowded()),
        files.toString(),
        label));
    socket.ifPresent(path -> arguments.add(path.toString()));
    ChildJvm.Setup setup = ChildJvm.of(Drawing.class, arguments.toArray(String[]::new))
        .with(process -> process.redirectError(
            ProcessBuilder.Redirect.appendTo(files.resolve(label + ".log").toFile())));
    return new Node(options.apply(setup).start());
  }

  void awaitReady() {
    String said = child.hear();
    if (!said.equals("ready")) {
      throw new IllegalStateException("a process said something else than ready: said=" + said);
    }
  }

  /** Tells it to make ids; {@link #awaitDrawn} has how it went. */
  void draw(long ms, int threads, int perMs, int maxChunks) {
    child.tell(ms + " " + threads + " " + perMs + " " + maxChunks);
  }

  Drawn awaitDrawn() {
    return Drawn.parse(child.hear());
  }

  void pause() {
    signal("STOP");
  }

  void goOn() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      int exit = new ProcessBuilder("kill", "-" + name, Long.toString(child.pid()))
          .inheritIO()
          .start()
          .waitFor();
      if (exit != 0) {
        throw new IllegalStateException("signal not sent: signal=" + name + ", exit=" + exit);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Has it close its generator, as its library documents, and end. */
  void end() {
    child.tell("end");
    Optional<String> said = child.hearOrEnd();
    if (!said.equals(Optional.of("ended"))) {
      throw new IllegalStateException("a process did not end in order: said=" + said);
    }
    close();
  }

  /** Ends it as {@code kill -9} does. */
  @Override
  public void close() {
    child.close();
  }
}
