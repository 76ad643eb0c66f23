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
 * A network between a client and an engine on this host, called a cable here. A test cuts and mends
 * it. A cut cable is silent, like a real one: nothing arrives, neither end is informed, and new
 * connections hang. If the cable tears or refuses, both sides see that their connections end.
 * Mending breaks the existing connections, like a router that has lost its tables.
 */
public final class BreakableNetwork implements AutoCloseable {

  private static final int BUFFER_BYTES = 16_384;

  private final ServerSocket entrance;
  private final Set<Closeable> open = ConcurrentHashMap.newKeySet();

  /** Guarded by this. */
  private State state = State.WHOLE;

  /** The engine's port. */
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
   * Connects a cable.
   *
   * @param port the engine's port on the loopback address
   * @return the cable, which the caller closes
   */
  public static BreakableNetwork to(int port) {
    return to(port, InetAddress.getLoopbackAddress());
  }

  /**
   * Connects a cable that begins on a given address of this host instead of the loopback address.
   *
   * @param port the engine's port on the loopback address
   * @param entrance the address that clients connect to
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
   * Returns the port that clients connect to.
   *
   * @return a port on the loopback address, or on the given address
   */
  public int port() {
    return entrance.getLocalPort();
  }

  /**
   * Counts round trips: how often a client sent data for the first time, or after data from the
   * engine. The count is meaningful only while one connection at a time is used.
   */
  public long roundTrips() {
    return roundTrips.get();
  }

  /** Cuts the cable. */
  public synchronized void cut() {
    state = State.CUT;
  }

  /** Breaks each connection in the middle of the next piece that the engine sends on it. */
  public synchronized void tear() {
    state = State.TEARING;
  }

  /** Delivers the next piece that the engine sends twice. */
  public void repeatAnswer() {
    repeatsAnswer.set(true);
  }

  /** Breaks all connections, and new connections as soon as they are made. */
  public synchronized void refuse() {
    state = State.REFUSING;
    closeAll();
  }

  /**
   * Delays each piece that a client sends.
   *
   * @param delay by how much; zero to end the delay
   */
  public void slowRequestsBy(Duration delay) {
    requestDelayNanos = delay.toNanos();
  }

  /**
   * Delays each piece that the engine sends.
   *
   * @param delay by how much; zero to end the delay
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
   * Makes the cable lead to another engine, like an address that is moved in a failover. Breaks the
   * existing connections.
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
        client.setTcpNoDelay(true); // A cable transmits at once.
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
      // One end has closed, so the other end is closed too.
    } finally {
      drop(from);
      drop(to);
    }
  }

  /** Waits while the cable is cut. */
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
