package io.mintmark.snowflake;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;

/**
 * Finds a worker number to try first in the name of a host or of a pod. With a store it is a
 * preference only: the number is claimed like any other, and another is taken if it is held.
 */
public final class PreferredWorker {

  private PreferredWorker() {}

  /**
   * Reads the ordinal of a Kubernetes StatefulSet's pod off its host name.
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
   * Adds up a host name's code points, modulo the count of worker numbers. Different hosts may
   * share a sum ({@code host-12} and {@code host-21} do): without a store nothing keeps them apart.
   *
   * @param hostName any text that is not empty
   * @param workers how many numbers there are, 1 or more
   * @return 0 to {@code workers - 1}
   * @throws ConfigurationException if the name is empty
   */
  public static long ofHostName(String hostName, long workers) {
    if (hostName.isEmpty()) {
      throw new ConfigurationException("worker number", "the host name is empty: hostName=");
    }
    return hostName.codePoints().asLongStream().sum() % workers;
  }
}
