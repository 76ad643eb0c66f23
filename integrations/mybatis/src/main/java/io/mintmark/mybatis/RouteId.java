package io.mintmark.mybatis;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the field of an entity whose value decides the shard of the entity's row. A key with shards
 * is made for this value, for example the id of the user who owns an order. An entity has at most
 * one such field.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface RouteId {}
