package io.mintmark.objectid;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.stream.Collectors;

/**
 * The 4 bytes of machine as the early Java driver computed them: the upper half from a hash of the
 * network interfaces, the lower half from a hash of the JVM's name and the class loader. If that
 * fails, random bits are used.
 */
final class DriverMachine {

  private DriverMachine() {}

  static int find() {
    return networkHash() << 16 | (processHash() & 0xffff);
  }

  /**
   * The 4 bytes for a process that was restored from a snapshot. Copies of it may all have the same
   * process number and class loader, so random bits replace these.
   */
  static int findInCopy() {
    return networkHash() << 16 | UniqueRandoms.bits(16);
  }

  private static int networkHash() {
    try {
      return NetworkInterface.networkInterfaces()
          .map(NetworkInterface::toString)
          .collect(Collectors.joining())
          .hashCode();
    } catch (IOException | SecurityException e) {
      return UniqueRandoms.bits(16);
    }
  }

  private static int processHash() {
    ClassLoader loader = DriverMachine.class.getClassLoader();
    int loaderHash = loader == null ? 0 : System.identityHashCode(loader);
    return (Integer.toHexString(jvmNameHash()) + Integer.toHexString(loaderHash)).hashCode();
  }

  /**
   * Hashes the JVM's name as its management interface reports it: the process number and the host.
   */
  private static int jvmNameHash() {
    try {
      String host = InetAddress.getLocalHost().getHostName();
      return (ProcessHandle.current().pid() + "@" + host).hashCode();
    } catch (IOException | SecurityException | UnsupportedOperationException e) {
      return UniqueRandoms.bits(31);
    }
  }
}
