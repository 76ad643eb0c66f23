package io.mintmark.compatibility.frameworks;

import org.springframework.data.repository.CrudRepository;

/** The bean {@code products}, as is the generator of that name. */
interface Products extends CrudRepository<Shop.Product, Long> {}
