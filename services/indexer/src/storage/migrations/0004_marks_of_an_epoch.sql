-- As before, except once the index has lost the collection: raises HI001, because the repair that followed may have passed
-- these signals, so that no count would ever include them. The previous version then reads its batch again until it knows
-- of the loss.
CREATE OR REPLACE FUNCTION indexer.mark_indexed(wanted integer, ids numeric[], versions bigint[], epoch_given integer) RETURNS SETOF numeric
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  held integer;
BEGIN
  -- Locked until these marks are committed: a loss is declared before or after them, and its repair sees them.
  SELECT known.epoch INTO held FROM indexer.collection AS known WHERE known.collection_id = wanted FOR SHARE;
  IF held <> epoch_given THEN
    RAISE EXCEPTION 'the vector index has lost collection %: its epoch is %, not %', wanted, held, epoch_given USING ERRCODE = 'HI001';
  END IF;
  RETURN QUERY
    UPDATE indexer.signal AS kept SET indexed_version = given.version, indexed_epoch = epoch_given
    FROM unnest(ids, versions) AS given (id, version)
    WHERE kept.collection_id = wanted AND kept.id = given.id AND kept.version = given.version
    RETURNING kept.id;
END
$$;
