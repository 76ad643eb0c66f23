package io.mintmark.spring.boot;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The application's properties of Mintmark, except the generators, which
 * {@link GeneratorProperties} describes.
 *
 * @param store the store's URL, or {@code bean:NAME}; by default the application's own engine
 * @param config a configuration file in the format of {@code mintmark serve}
 * @param directory the directory of the embedded store, if no other store is named
 * @param claimTimeout how long a call for an id may wait
 * @param openTimeout how long the start of the application waits for the store
 */
@ConfigurationProperties("mintmark")
record MintmarkProperties(
    @Nullable String store,
    @Nullable Path config,
    @Nullable Path directory,
    @DefaultValue("5s") Duration claimTimeout,
    @DefaultValue("30s") Duration openTimeout) {}
