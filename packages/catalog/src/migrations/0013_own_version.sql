-- The version in which the signal itself last changed, where later ones only come from its company. Null: that of its
-- item; always so while it is scheduled, because the version of its publication is. What a previous version's writer
-- rewrites for a company becomes null: the signal counts as changed.
ALTER TABLE catalog.signal_document ADD COLUMN own_version bigint;
