package io.mintmark.rigs;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A network between a client and an engine on this host, which a test cuts and mends. A cut cable
 * is silent, as a real one is: nothing arrives and nobody is told; connections made meanwhile hang.
 * One that tears or refuses lets both ends know that a connection has ended.
 * Mending it breaks the connections of before, as a router does that has lost its tables.
 */
public final class BreakableNetwork implements AutoCloseable {

  private static final int BUFFER_BYTES = 16_384;

  private final ServerSocket entrance;
  private final Set<Closeable> open = ConcurrentHashMap.newKeySet();

  /** Guarded by this. */
  private State state = State.WHOLE;

  /** The engine's. */
  private volatile int port;

  private volatile long requestDelayNanos;

  private volatile long answerDelayNanos;

  private final AtomicLong roundTrips = new AtomicLong();

  private final AtomicBoolean repeatsAnswer = new AtomicBoolean();

  private final AtomicBoolean clientSpokeLast = new AtomicBoolean();

  private enum State {
    WHOLE,
    CUT,
    TEARING,
    REFUSING
  }

  private BreakableNetwork(ServerSocket entrance, int port) {
    this.entrance = entrance;
    this.port = port;
  }

  /**
   * Lays a cable.
   *
   * @param port the engine's port on the loopback address
   * @return the cable, which the caller closes
   */
  public static BreakableNetwork to(int port) {
    return to(port, InetAddress.getLoopbackAddress());
  }

  /**
   * Lays a cable that begins on another address of this host's than the loopback address.
   *
   * @param port the engine's port on the loopback address
   * @param entrance where clients connect to
   * @return the cable, which the caller closes
   */
  public static BreakableNetwork to(int port, InetAddress entrance) {
    try {
      BreakableNetwork network = new BreakableNetwork(new ServerSocket(0, 64, entrance), port);
      start("mintmark-cable", network::accept);
      return network;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns where clients connect to.
   *
   * @return a port on the loopback address, or on the one that was given
   */
  public int port() {
    return entrance.getLocalPort();
  }

  /**
   * Counts round trips: how often a client spoke for the first time, or after the engine had. Means
   * something while one connection at a time is used.
   *
   * @return how many there were since the cable was laid
   */
  public long roundTrips() {
    return roundTrips.get();
  }

  /** Cuts the cable. */
  public synchronized void cut() {
    state = State.CUT;
  }

  /** Breaks each connection in the middle of the next piece that the engine says on it. */
  public synchronized void tear() {
    state = State.TEARING;
  }

  /** Has the next piece that the engine says arrive twice. */
  public void repeatAnswer() {
    repeatsAnswer.set(true);
  }

  /** Breaks all connections, and further ones as soon as they are made. */
  public synchronized void refuse() {
    state = State.REFUSING;
    closeAll();
  }

  /**
   * Has each piece that a client says arrive later.
   *
   * @param delay by how much; zero to end it
   */
  public void slowRequestsBy(Duration delay) {
    requestDelayNanos = delay.toNanos();
  }

  /**
   * Has each piece that the engine says arrive later.
   *
   * @param delay by how much; zero to end it
   */
  public void slowAnswersBy(Duration delay) {
    answerDelayNanos = delay.toNanos();
  }

  /** Mends the cable. */
  public synchronized void mend() {
    state = State.WHOLE;
    closeAll();
    notifyAll();
  }

  /**
   * Has the cable lead to another engine, as an address does that is moved in a failover. Breaks
   * the connections of before.
   *
   * @param other that engine's port on the loopback address
   */
  public synchronized void leadTo(int other) {
    port = other;
    closeAll();
  }

  @Override
  public void close() {
    mend();
    closeQuietly(entrance);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entrance.accept();
        client.setTcpNoDelay(true); // A cable passes on at once what arrives.
        open.add(client);
        start("mintmark-cable-open", () -> connect(client));
      }
    } catch (IOException e) {
      closeQuietly(entrance);
    }
  }

  private void connect(Socket client) {
    try {
      passable();
      Socket engine = new Socket(InetAddress.getLoopbackAddress(), port);
      engine.setTcpNoDelay(true);
      open.add(engine);
      start("mintmark-cable-down", () -> carry(engine, client, false));
      carry(client, engine, true);
    } catch (IOException e) {
      drop(client);
    }
  }

  private void carry(Socket from, Socket to, boolean fromClient) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (clientSpokeLast.getAndSet(fromClient) != fromClient && fromClient) {
          roundTrips.incrementAndGet();
        }
        LockSupport.parkNanos(fromClient ? requestDelayNanos : answerDelayNanos);
        if (passable() == State.TEARING && !fromClient) {
          out.write(buffer, 0, read / 2);
          return;
        }
        out.write(buffer, 0, read);
        if (!fromClient && repeatsAnswer.getAndSet(false)) {
          out.write(buffer, 0, read);
        }
      }
    } catch (IOException e) {
      // One end has gone, so the other goes too.
    } finally {
      drop(from);
      drop(to);
    }
  }

  /** Waits while it is cut. */
  private synchronized State passable() throws IOException {
    while (state == State.CUT) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    if (state == State.REFUSING) {
      throw new IOException("refused");
    }
    return state;
  }

  private void closeAll() {
    open.forEach(this::drop);
  }

  private void drop(Closeable socket) {
    open.remove(socket);
    closeQuietly(socket);
  }

  private static void closeQuietly(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
