package io.mintmark.spring.slices;

import io.mintmark.spring.data.GeneratedId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/** An entity that is stored in each kind of database. */
@Table("ITEM")
record Item(@Id @GeneratedId("item") @Nullable Long id) {}
