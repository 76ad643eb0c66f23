package io.mintmark.sequence;

import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.internal.line.ClaimedLine;
import io.mintmark.internal.line.Gate;
import java.util.List;
import java.util.Map;

/** A claim for each number: nothing is held in this process, so nothing is lost or late here. */
final class StrictSequence implements Numbered {

  private final String name;
  private final Numbering numbering;
  private final ClaimedLine line;
  private final Gate gate;

  StrictSequence(String name, Numbering numbering, ClaimedLine line, Gate gate) {
    this.name = name;
    this.numbering = numbering;
    this.line = line;
    this.gate = gate;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public long next() {
    return numbering.number(claim(1));
  }

  @Override
  public long[] next(int count) {
    Generator.checkCount(count);
    return numbering.numbers(claim(count), count);
  }

  @Override
  public long reserve(long count) {
    numbering.checkReserve(name, count);
    return numbering.number(claim(count) + count - 1);
  }

  private long claim(long count) {
    gate.pass();
    return line.claim(count);
  }

  @Override
  public Numbering numbering() {
    return numbering;
  }

  @Override
  public boolean isStrict() {
    return true;
  }

  @Override
  public Description describe() {
    Map<String, String> facts = numbering.facts();
    facts.put("order", "one over all processes");
    facts.put("claims", "one for each call");
    return new Description(name, KIND, facts, List.of());
  }
}
