package io.mintmark.spring.boot;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.Setting;
import io.mintmark.json.JsonObject;
import io.mintmark.spring.boot.GeneratorProperties.ShardProperties;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Tests that the metadata for completion in IDEs contains exactly the settings that are read. */
class ConfigurationMetadataTest {

  private static final String METADATA = "/META-INF/spring-configuration-metadata.json";

  @Test
  void generatorProperties_haveEverySettingOfEveryType() {
    TreeSet<String> settings = Arrays.stream(GeneratorProperties.Type.values())
        .map(type -> type.name().toLowerCase(Locale.ROOT))
        .flatMap(type -> GeneratorSettings.table(type).stream())
        .map(Setting::key)
        .collect(toCollection(TreeSet::new));
    TreeSet<String> components = Stream.of(GeneratorProperties.class.getRecordComponents())
        .flatMap(component -> switch (component.getName()) {
          case "shards" -> keys(ShardProperties.class).map(key -> "shards." + key);
          case "earlierShards" -> keys(ShardProperties.class).map(key -> "earlier-shards.N." + key);
          default -> Stream.of(key(component));
        })
        .collect(toCollection(TreeSet::new));
    assertThat(components).isEqualTo(settings);
  }

  @Test
  void types_matchTheSettingTables() {
    for (GeneratorProperties.Type type : GeneratorProperties.Type.values()) {
      assertThat(GeneratorSettings.table(type.name().toLowerCase(Locale.ROOT)))
          .hasSizeGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void properties_ofTheMetadata_matchThePropertiesRead() throws IOException {
    List<Property> properties = properties();
    Map<String, Optional<String>> described = properties.stream()
        .filter(property -> property.name.startsWith("mintmark."))
        .filter(property -> !property.name.equals("mintmark.generators"))
        .collect(toMap(Property::name, Property::byDefault));
    Map<String, Optional<String>> read = Stream.of(MintmarkProperties.class.getRecordComponents())
        .collect(
            toMap(component -> "mintmark." + key(component), ConfigurationMetadataTest::defaultOf));
    assertThat(described).isEqualTo(read);
    assertThat(properties).allSatisfy(each -> assertThat(each.description).endsWith("."));
    assertThat(properties)
        .filteredOn(each -> each.name.equals("mintmark.generators"))
        .extracting(Property::type)
        .containsExactly(
            "java.util.Map<java.lang.String," + GeneratorProperties.class.getName() + ">");
  }

  private static Optional<String> defaultOf(RecordComponent component) {
    return Arrays.stream(MintmarkProperties.class.getDeclaredConstructors()[0].getParameters())
        .filter(parameter -> parameter.getName().equals(component.getName()))
        .flatMap(parameter -> Stream.ofNullable(parameter.getAnnotation(DefaultValue.class)))
        .map(byDefault -> byDefault.value()[0])
        .findFirst();
  }

  private record Property(
      String name, String type, String description, Optional<String> byDefault) {

    static Property of(JsonObject json) {
      return new Property(
          json.text("name"),
          json.text("type"),
          json.text("description"),
          Optional.ofNullable(json.flat().get("defaultValue")));
    }
  }

  private static List<Property> properties() throws IOException {
    try (InputStream json =
        Objects.requireNonNull(MintmarkProperties.class.getResourceAsStream(METADATA))) {
      String text = new String(json.readAllBytes(), StandardCharsets.UTF_8);
      return JsonObject.parse(text, IllegalStateException::new).objects("properties").stream()
          .map(Property::of)
          .toList();
    }
  }

  private static Stream<String> keys(Class<? extends Record> type) {
    return Stream.of(type.getRecordComponents()).map(ConfigurationMetadataTest::key);
  }

  private static String key(RecordComponent component) {
    return component.getName().replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
  }
}
