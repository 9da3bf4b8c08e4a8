-- The catalog's version at which nothing was left to publish: items of it and of earlier versions were published. The
-- position alone does not tell: a signal whose version is raised before its turn leaves its place for a later one. The
-- previous version does not move it, and then more items count as new.
ALTER TABLE indexer.feed_position ADD COLUMN known_version bigint NOT NULL DEFAULT 0;
