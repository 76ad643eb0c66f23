package io.mintmark.mybatis;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of this module.
 *
 * @param otherTables the name of the generator for all tables without their own generator
 */
@ConfigurationProperties("mintmark.mybatis-plus")
record MintmarkMybatisPlusProperties(@Nullable String otherTables) {}
