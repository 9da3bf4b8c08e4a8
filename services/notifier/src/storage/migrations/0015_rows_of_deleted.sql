-- Deleted saved searches whose matches and deliveries are still to be removed. They may be hundreds of thousands, and a
-- deletion holds up all changes of saved searches, so they no longer go with it. Whatever adds one locks its saved search
-- first, so none is added from then on.
CREATE TABLE notifier.saved_search_to_clear (
  saved_search_id uuid PRIMARY KEY
);

-- By a trigger, so that deletions by the previous version do it too.
CREATE FUNCTION notifier.keep_rows_to_clear() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifier.saved_search_to_clear (saved_search_id) VALUES (OLD.saved_search_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_rows_to_clear AFTER DELETE ON notifier.saved_search
  FOR EACH ROW EXECUTE FUNCTION notifier.keep_rows_to_clear();

ALTER TABLE notifier.match DROP CONSTRAINT match_saved_search_id_fkey;
ALTER TABLE notifier.delivery DROP CONSTRAINT delivery_saved_search_id_fkey;
