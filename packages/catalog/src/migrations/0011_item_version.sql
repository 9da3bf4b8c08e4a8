-- The version in which the signal's item last changed, where a later one only says that its vector may depend on its
-- company's new description. Null: the signal's version is that of its item; always so while it is scheduled, because the
-- version of its publication is. What a previous version's writer raises from null stays null: its item counts as changed.
ALTER TABLE catalog.signal_document ADD COLUMN item_version bigint;
