package io.mintmark.spring.boot;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the application's properties say beside its generators, which {@link GeneratorProperties}
 * describes.
 *
 * @param store the store's URL, or {@code bean:NAME}; by default the application's own engine
 * @param config a configuration file as {@code mintmark serve} reads it
 * @param directory where the embedded store lies if nothing names another store
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
