package io.mintmark.spring.slices;

import io.mintmark.mapper.MintmarkId;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

/** An entity that is stored in each kind of database. */
@Table("ITEM")
record Item(@Id @MintmarkId("item") @Nullable Long id) {}
