-- The catalog's version when the webhook was set: signals that have not changed since then are not matched. Null, as
-- where a previous version set it: every signal is matched that is read after it.
ALTER TABLE notifier.saved_search ADD COLUMN starts_after bigint;
-- The catalog's version when the query last changed, and the query until then, which signals of until then match, too.
ALTER TABLE notifier.saved_search ADD COLUMN query_after bigint;
ALTER TABLE notifier.saved_search ADD COLUMN previous_filters bytea;
