package io.mintmark.architecture;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Reads class names, one per line, and initialises these classes in a JVM that has not loaded them
 * before. After an empty line it prints how many random number generators this JVM has created so
 * far. The JVM must not have collected garbage.
 */
final class InitialisedClasses {

  private static final Pattern RANDOMS = Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +"
      + "(?:java\\.util\\.(?:Splittable)?Random|java\\.security\\.SecureRandom"
      + "|jdk\\.random\\.\\w+)\\b");

  private InitialisedClasses() {}

  public static void main(String[] arguments) throws IOException, JMException {
    Scanner names = new Scanner(System.in, StandardCharsets.UTF_8);
    while (names.hasNextLine()) {
      String name = names.nextLine();
      if (name.isEmpty()) {
        System.out.println(randoms());
        continue;
      }
      try {
        Class.forName(name);
      } catch (ReflectiveOperationException | LinkageError e) {
        System.err.println("needs a framework that is not here: " + e);
      }
    }
  }

  private static long randoms() throws JMException {
    Object histogram = ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "gcClassHistogram",
            new Object[] {new String[] {"-all"}},
            new String[] {String[].class.getName()});
    return RANDOMS
        .matcher(histogram.toString())
        .results()
        .mapToLong(each -> Long.parseLong(each.group(1)))
        .sum();
  }
}
