package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.server.access.Scope;
import io.mintmark.server.access.Secret;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a token for a server. */
@Command(
    name = "token",
    description = {
      "Makes a token for a server, and its entry for the file of tokens (serve --tokens).",
      "The token is shown only once. The file contains its hash, and not the token itself."
    },
    footer = {
      "  mintmark token shop",
      "  mintmark token shop --scopes next,read --generators 'orders*,users'"
    })
final class TokenCommand extends PrintingCommand {

  @Parameters(paramLabel = "NAME", description = "Who will use the token: 1 to 64 of A-Za-z0-9._-")
  private String name;

  @Option(
      names = "--scopes",
      paramLabel = "SCOPE",
      split = ",",
      defaultValue = "next",
      description = "The scopes of the token: next, read, claim, admin. Default: ${DEFAULT-VALUE}.")
  private List<String> scopes;

  @Option(
      names = "--generators",
      paramLabel = "NAME",
      split = ",",
      description =
          "The generators that the token is for; * stands for any characters. Default: all.")
  private List<String> generators = List.of();

  @Override
  public Integer call() {
    if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
      throw wrongUsage(
          Message.of("the token's name is not 1 to 64 of A-Za-z0-9._-: NAME={}", name));
    }
    for (String scope : scopes) {
      Scope unused = Usage.option(spec(), "--scopes", scope, Scope.TYPE::parse);
    }
    for (String pattern : generators) {
      // The server would refuse other patterns, or they would match no name.
      if (!pattern.matches("[A-Za-z0-9._:/*-]{1,200}")) {
        throw wrongUsage(Message.of(
            "the generator's name is not 1 to 200 of A-Za-z0-9._:/- and *: --generators={}",
            pattern));
      }
    }
    String token = Secret.newToken();
    String hash = Secret.of(token).text();
    print(
        json -> json.put("name", name)
            .put("token", token)
            .put("hash", hash)
            .put("scopes", scopes)
            .put("generators", generators),
        (out, style) -> {
          out.println(token);
          out.println();
          out.println("For the file of tokens:");
          out.println(name + ":");
          out.println("  hash: " + hash);
          out.println("  scopes: [" + String.join(", ", scopes) + "]");
          if (!generators.isEmpty()) {
            out.println("  generators: [\"" + String.join("\", \"", generators) + "\"]");
          }
        });
    return 0;
  }
}
