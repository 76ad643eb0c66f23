package io.mintmark.peers;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is compared.
 *
 * @param peers the libraries, 1 or more
 * @param scenarios what is done to them, 1 or more
 * @param length for how long
 */
record Choice(List<Peer> peers, List<Scenario> scenarios, Run.Length length) {

  /**
   * Reads arguments: {@code --short}; a part of a library's name after {@code --peer}; a scenario's
   * name after {@code --scenario}.
   *
   * @throws IllegalArgumentException if one is not known, or if nothing is chosen by it; the
   *     message has what there is to choose from
   */
  static Choice of(List<String> arguments) {
    Run.Length length = Run.Length.FULL;
    String peer = "";
    String scenario = "";
    for (Iterator<String> left = arguments.iterator(); left.hasNext(); ) {
      String argument = left.next();
      switch (argument) {
        case "--short" -> length = Run.Length.SHORT;
        case "--peer" -> peer = valueOf(argument, left);
        case "--scenario" -> scenario = valueOf(argument, left);
        default ->
          throw new IllegalArgumentException("unknown argument: '" + argument
              + "'; there are --short, --peer PART_OF_A_NAME and --scenario NAME");
      }
    }
    Choice choice = new Choice(peersOf(peer), scenariosOf(scenario), length);
    choice.refuseIfNothingIsDone();
    return choice;
  }

  private void refuseIfNothingIsDone() {
    if (scenarios.stream().noneMatch(scenario -> peers.stream().anyMatch(scenario::concerns))) {
      throw new IllegalArgumentException(scenarios.get(0).name() + " does nothing to "
          + peers.stream().map(Peer::name).collect(Collectors.joining("; ")) + ": "
          + scenarios.get(0).whyNotConcerned());
    }
  }

  private static String valueOf(String argument, Iterator<String> left) {
    if (!left.hasNext()) {
      throw new IllegalArgumentException("a name is missing: " + argument);
    }
    return left.next();
  }

  private static List<Peer> peersOf(String part) {
    List<Peer> peers = Peers.all().stream()
        .filter(peer -> lower(peer.name()).contains(lower(part)))
        .toList();
    if (peers.isEmpty()) {
      throw none("peer", part, Peers.all().stream().map(Peer::name));
    }
    return peers;
  }

  private static List<Scenario> scenariosOf(String name) {
    List<Scenario> scenarios = Stream.of(Scenario.values())
        .filter(scenario -> name.isEmpty() || scenario.name().equalsIgnoreCase(name))
        .toList();
    if (scenarios.isEmpty()) {
      throw none("scenario", name, Stream.of(Scenario.values()).map(Scenario::name));
    }
    return scenarios;
  }

  private static IllegalArgumentException none(String what, String name, Stream<String> all) {
    return new IllegalArgumentException("no such " + what + ": '" + name + "'; there are\n"
        + all.map(each -> "  " + each).collect(Collectors.joining("\n")));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
