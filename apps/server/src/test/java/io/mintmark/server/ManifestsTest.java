package io.mintmark.server;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Tests that the Kubernetes manifests contain only fields of the API, and are consistent. Runs once
 * for each of three versions of Kubernetes.
 */
@Tag("long")
class ManifestsTest {

  private static final Path FOLDER = Path.of("../../docs/operations/kubernetes");

  private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
      "v1 ConfigMap", ConfigMap.class,
      "v1 Secret", Secret.class,
      "v1 Service", Service.class,
      "apps/v1 StatefulSet", StatefulSet.class,
      "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
      "networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class);

  /** A field of pods that each version of Kubernetes added. */
  private static final Map<String, String> ADDED = new TreeMap<>(
      Map.of("1.34", "hostnameOverride", "1.35", "workloadRef", "1.36", "schedulingGroup"));

  /** Refuses unknown fields and numbers for texts, which the model's own mapper accepts. */
  private static final JsonMapper STRICT = JsonMapper.builder()
      .annotationIntrospector(new JacksonAnnotationIntrospector() {
        @Override
        public Boolean hasAnySetter(Annotated method) {
          return false;
        }
      })
      .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
      .withCoercionConfig(LogicalType.Textual, texts -> {
        texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
        texts.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
        texts.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
      })
      .build();

  @TempDir
  private Path folder;

  private static List<HasMetadata> read(String manifests) {
    List<HasMetadata> read = new ArrayList<>();
    for (Object manifest : new Load(LoadSettings.builder().build()).loadAllFromString(manifests)) {
      String kind = Web.field(manifest, "apiVersion") + " " + Web.field(manifest, "kind");
      assertThat(KINDS).containsKey(kind);
      read.add(STRICT.convertValue(manifest, KINDS.get(kind)));
    }
    return read;
  }

  private static <T> List<T> all(Class<T> kind) throws IOException {
    List<HasMetadata> read = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.sorted().toList()) {
        read.addAll(read(Files.readString(file)));
      }
    }
    return read.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static <T> T only(Class<T> kind) throws IOException {
    List<T> all = all(kind);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private static Container container() throws IOException {
    return only(StatefulSet.class)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .get(0);
  }

  private Config configuration() throws IOException {
    String text = only(ConfigMap.class).getData().get("mintmark.yaml");
    return Config.load(Files.writeString(folder.resolve("mintmark.yaml"), text));
  }

  @Test
  void model_isOfTheExpectedVersion() {
    Set<String> fields =
        Stream.of(PodSpec.class.getDeclaredFields()).map(Field::getName).collect(toSet());
    List<String> added = ADDED.entrySet().stream()
        .filter(version -> fields.contains(version.getValue()))
        .map(Map.Entry::getKey)
        .toList();

    assertThat(added.get(added.size() - 1)).isEqualTo(System.getProperty("kubernetes.expected"));
  }

  @ParameterizedTest
  @CsvSource({
    "podManagementPolicy: Parallel, podManagmentPolicy: Parallel",
    "readOnlyRootFilesystem, readOnlyRootFileSystem",
    "failureThreshold: 75, failureTreshold: 75",
    "replicas: 2, replicas: '2'",
    "runAsNonRoot: true, runAsNonRoot: 1",
    "/health/live, 7600",
    "maxUnavailable: 1, maxUnavailible: 1"
  })
  void servers_withAnError_areRefused(String right, String wrong) throws IOException {
    String manifests = Files.readString(FOLDER.resolve("servers.yaml"));
    assertThat(manifests).contains(right);

    assertThatThrownBy(() -> read(manifests.replaceFirst(right, wrong)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void labels_ofSelectors_matchThePods() throws IOException {
    StatefulSet servers = only(StatefulSet.class);
    Map<String, String> labels = servers.getSpec().getTemplate().getMetadata().getLabels();

    assertThat(servers.getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
    assertThat(only(PodDisruptionBudget.class).getSpec().getSelector().getMatchLabels())
        .isEqualTo(labels);
    assertThat(only(NetworkPolicy.class).getSpec().getPodSelector().getMatchLabels())
        .isEqualTo(labels);
    assertThat(all(Service.class))
        .hasSize(2)
        .allSatisfy(service -> assertThat(service.getSpec().getSelector()).isEqualTo(labels));
    assertThat(all(Service.class))
        .extracting(service -> service.getMetadata().getName())
        .contains(servers.getSpec().getServiceName());
  }

  @Test
  void ports_ofServices_matchTheContainers() throws IOException {
    List<String> ports =
        container().getPorts().stream().map(port -> port.getName()).toList();

    List<String> named = new ArrayList<>();
    for (Service service : all(Service.class)) {
      service
          .getSpec()
          .getPorts()
          .forEach(port -> named.add(port.getTargetPort().getStrVal()));
    }
    only(NetworkPolicy.class)
        .getSpec()
        .getIngress()
        .forEach(
            rule -> rule.getPorts().forEach(port -> named.add(port.getPort().getStrVal())));
    Stream.of(
            container().getStartupProbe(),
            container().getLivenessProbe(),
            container().getReadinessProbe())
        .forEach(probe -> named.add(probe.getHttpGet().getPort().getStrVal()));

    assertThat(named).hasSize(11);
    assertThat(ports).containsExactlyInAnyOrderElementsOf(List.of("http", "resp", "admin"));
    assertThat(ports).containsAll(named);
  }

  @Test
  void volumes_ofSecretsAndClaims_exist() throws IOException {
    StatefulSet servers = only(StatefulSet.class);
    List<String> volumes = new ArrayList<>();
    List<String> secrets = new ArrayList<>();
    servers
        .getSpec()
        .getVolumeClaimTemplates()
        .forEach(claim -> volumes.add(claim.getMetadata().getName()));
    servers.getSpec().getTemplate().getSpec().getVolumes().forEach(volume -> {
      volumes.add(volume.getName());
      if (volume.getSecret() != null) {
        secrets.add(volume.getSecret().getSecretName());
      }
    });

    assertThat(container().getVolumeMounts())
        .extracting(mount -> mount.getName())
        .containsExactlyInAnyOrderElementsOf(volumes);
    assertThat(all(Secret.class))
        .extracting(secret -> secret.getMetadata().getName())
        .containsExactlyElementsOf(secrets);
  }

  @Test
  void store_withItsPassword_isASecretAndNoArgument() throws IOException {
    List<EnvVar> environment = container().getEnv();
    assertThat(environment).extracting(EnvVar::getName).containsExactly("MINTMARK_STORE");
    SecretKeySelector key = environment.get(0).getValueFrom().getSecretKeyRef();

    assertThat(all(Secret.class))
        .filteredOn(secret -> secret.getMetadata().getName().equals(key.getName()))
        .singleElement()
        .satisfies(
            secret -> assertThat(secret.getStringData().get(key.getKey())).contains("password="));
    assertThat(container().getArgs()).noneMatch(argument -> argument.contains("store"));
  }

  @Test
  void configuration_ofTheServers_isValid() throws IOException {
    Config config = configuration();

    try (Mintmark mint = Mintmark.open("memory:")) {
      assertThat(config.open(mint)).hasSizeGreaterThan(2);
    }
    SettingValues settings = ServerSettings.of(config.server());
    List<Path> mounts = container().getVolumeMounts().stream()
        .map(mount -> Path.of(mount.getMountPath()))
        .toList();
    assertThat(
            Stream.of(ServerSettings.TOKENS, ServerSettings.TLS_CERTIFICATE, ServerSettings.TLS_KEY)
                .map(settings::find))
        .allSatisfy(file -> assertThat(mounts).contains(file.orElseThrow().getParent()));
  }

  @Test
  void pods_terminating_haveTimeToDrain() throws IOException {
    SettingValues settings = ServerSettings.of(configuration().server());
    Duration drain =
        settings.get(ServerSettings.DRAIN_NOTICE).plus(settings.get(ServerSettings.DRAIN));

    assertThat(only(StatefulSet.class)
            .getSpec()
            .getTemplate()
            .getSpec()
            .getTerminationGracePeriodSeconds())
        .isGreaterThan(drain.toSeconds() + 5);
  }
}
