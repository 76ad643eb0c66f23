CREATE TABLE customer (id bigint PRIMARY KEY, name varchar(40));
CREATE TABLE "mintmark_line" (name varchar(200) COLLATE "C" PRIMARY KEY, next bigint NOT NULL,
  note varchar(1000) NOT NULL, updated_at timestamp with time zone NOT NULL);
