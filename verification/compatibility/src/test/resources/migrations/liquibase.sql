--liquibase formatted sql
--changeset mintmark:customers
CREATE TABLE customer (id bigint PRIMARY KEY, name varchar(40));
