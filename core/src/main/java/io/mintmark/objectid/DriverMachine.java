package io.mintmark.objectid;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.stream.Collectors;

/**
 * Computes the 4 bytes of the machine as the early Java driver of MongoDB did. The upper half is
 * from a hash of the network interfaces, the lower half from a hash of the JVM's name and the class
 * loader. If computing a hash fails, random bits replace it.
 */
final class DriverMachine {

  private DriverMachine() {}

  static int find() {
    return networkHash() << 16 | (processHash() & 0xffff);
  }

  /**
   * Returns the 4 bytes for a process that was restored from a snapshot. All copies of the process
   * may have the same process number and class loader, so random bits replace the lower half.
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
    int loader = System.identityHashCode(DriverMachine.class.getClassLoader());
    return (Integer.toHexString(jvmNameHash()) + Integer.toHexString(loader)).hashCode();
  }

  /**
   * Hashes the name that the JVM's management interface reports. It consists of the process number
   * and the host.
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
