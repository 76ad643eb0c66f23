package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.json.Json;
import io.mintmark.server.access.Scope;
import io.mintmark.server.access.Secret;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a token for a server. */
@Command(
    name = "token",
    description = {
      "Makes a token for a server, and the lines for its file of tokens (serve --tokens).",
      "The token is shown this once; the file has its hash only."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  mintmark token shop",
      "  mintmark token shop --scopes next,read --generators 'orders*,users'"
    })
final class TokenCommand implements Callable<Integer> {

  @Spec
  private CommandSpec spec;

  @Mixin
  private CommonOptions common;

  @Parameters(paramLabel = "NAME", description = "Who is to have it: 1 to 64 of A-Za-z0-9._-")
  private String name;

  @Option(
      names = "--scopes",
      paramLabel = "SCOPE",
      split = ",",
      defaultValue = "next",
      description = "next, read, claim, admin. Default: ${DEFAULT-VALUE}.")
  private List<String> scopes;

  @Option(
      names = "--generators",
      paramLabel = "NAME",
      split = ",",
      description =
          "The generators that it is for; a star stands for any characters. Default: all.")
  private List<String> generators = List.of();

  @Override
  public Integer call() {
    if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
      throw wrong(Message.of("the token's name is not 1 to 64 of A-Za-z0-9._-: NAME={}", name));
    }
    scopes.forEach(this::checkScope);
    String token = Secret.newToken();
    String hash = Secret.of(token).text();
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(Json.object(json -> json.put("name", name)
          .put("token", token)
          .put("hash", hash)
          .put("scopes", scopes)
          .put("generators", generators)));
      return 0;
    }
    out.println(token);
    out.println();
    out.println("For the file of tokens:");
    out.println(name + ":");
    out.println("  hash: " + hash);
    out.println("  scopes: [" + String.join(", ", scopes) + "]");
    if (!generators.isEmpty()) {
      out.println("  generators: [\"" + String.join("\", \"", generators) + "\"]");
    }
    return 0;
  }

  private void checkScope(String scope) {
    try {
      Scope unused = Scope.TYPE.parse(scope);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage() + ": --scopes=" + scope);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
