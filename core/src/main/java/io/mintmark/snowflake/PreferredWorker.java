package io.mintmark.snowflake;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;

/**
 * Derives a worker number to try first from the name of a host or of a pod. With a store, this
 * number is only a preference: the process claims it like any other number, and takes a different
 * number if another process holds this one.
 */
public final class PreferredWorker {

  private PreferredWorker() {}

  /**
   * Returns the ordinal of a pod of a Kubernetes StatefulSet, which is the number at the end of the
   * pod's host name.
   *
   * @param hostName for example {@code orders-7}
   * @return for example 7
   * @throws ConfigurationException if the name does not end in a hyphen and a number of at most
   *     nine digits
   */
  public static long ofStatefulSet(String hostName) {
    String ordinal = hostName.substring(hostName.lastIndexOf('-') + 1);
    if (ordinal.length() == hostName.length() || !ordinal.matches("[0-9]{1,9}")) {
      throw new ConfigurationException(
          "worker number",
          Message.of(
              "the host name does not end in a hyphen and an ordinal, as a StatefulSet's does:"
                  + " hostName={}",
              hostName));
    }
    return Long.parseLong(ordinal);
  }

  /**
   * Returns the sum of a host name's code points, modulo the count of worker numbers. Different
   * hosts, for example {@code host-12} and {@code host-21}, may have the same sum. Without a store,
   * such hosts would use the same worker number.
   *
   * @param hostName any text that is not empty
   * @param workers the count of worker numbers, 1 or more
   * @return a worker number from 0 to {@code workers - 1}
   * @throws ConfigurationException if the name is empty
   */
  public static long ofHostName(String hostName, long workers) {
    if (hostName.isEmpty()) {
      throw new ConfigurationException("worker number", "the host name is empty: hostName=");
    }
    return hostName.codePoints().asLongStream().sum() % workers;
  }
}
