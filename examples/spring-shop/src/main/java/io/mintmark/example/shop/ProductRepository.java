package io.mintmark.example.shop;

import io.mintmark.uuid.TypeId;
import org.springframework.data.jpa.repository.JpaRepository;

interface ProductRepository extends JpaRepository<Product, TypeId> {}
