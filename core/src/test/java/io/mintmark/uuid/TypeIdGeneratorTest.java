package io.mintmark.uuid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TypeIdGeneratorTest {

  private final Mintmark mint = Mintmark.open("memory:");

  @AfterEach
  void close() {
    mint.close();
  }

  @Test
  void next_everyWay_risesAndHasThePrefixAndVersion7() {
    TypeIdGenerator members = mint.typeIds("members", t -> t.prefix("member"));
    List<TypeId> ids = new ArrayList<>();
    ids.add(members.next());
    ids.addAll(members.next(100));
    ids.addAll(members.nextAsync(100).join());
    members.nextTexts(100).forEach(text -> ids.add(TypeId.parse(text, "member")));

    assertThat(ids).isSorted().doesNotHaveDuplicates().hasSize(301);
    assertThat(ids).allMatch(id -> id.uuid().version() == 7 && id.prefix().equals("member"));
    assertThat(members.made()).isEqualTo(301);
  }

  @Test
  void next_ofTwoPrefixes_neverMeets() {
    Set<String> texts = new HashSet<>();
    for (String prefix : List.of("", "a", "a_a", "aa")) {
      texts.addAll(mint.typeIds("of" + prefix, t -> t.prefix(prefix)).nextTexts(1_000));
    }
    assertThat(texts).hasSize(4_000);
  }

  @Test
  void typeIds_ofOneName_isOneGeneratorAndOnePrefix() {
    TypeIdGenerator members = mint.typeIds("members", t -> t.prefix("member"));
    assertThat(mint.typeIds("members")).isSameAs(members);
    assertThat(members.kind()).isEqualTo("typeid");
    assertThat(members.prefix()).isEqualTo("member");
    assertThat(members.describe().kind()).isEqualTo("typeid");
    assertThat(members.describe().facts())
        .containsEntry("prefix", "member")
        .containsKey("time-ends");
    assertThatThrownBy(() -> mint.typeIds("members", t -> t.prefix("user")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the name is in use with other settings");
    assertThatThrownBy(() -> mint.uuids("members")).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void typeIds_withoutPrefixOrWithABadOne_areRefused() {
    assertThatThrownBy(() -> mint.typeIds("members"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("typeids 'members': the TypeIDs have no prefix, for example user");
    assertThatThrownBy(() -> mint.typeIds("members", t -> t.prefix("Member")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("typeids 'members': a TypeID's prefix has something else than a to z, and _"
            + " between them: index=0, character=U+004D");
  }
}
