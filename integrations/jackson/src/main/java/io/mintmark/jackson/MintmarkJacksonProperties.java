package io.mintmark.jackson;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of this module.
 *
 * @param longIdsAsText whether every 64-bit number is written as text
 */
@ConfigurationProperties("mintmark.jackson")
record MintmarkJacksonProperties(@DefaultValue("false") boolean longIdsAsText) {}
