-- A published signal that is scheduled anew is withdrawn in the log until its time comes, so that followers who have it
-- learn of it. The writer marks it as pending before it replaces it, while its document is still the one that was
-- published. What a previous version's writer schedules anew is not marked, and stays out of the log until it is
-- published, as before.

CREATE OR REPLACE FUNCTION catalog.log_inserted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  now_comes record;
BEGIN
  SELECT * INTO now_comes FROM catalog.change_to_come();
  -- One that replaced another has its row already.
  INSERT INTO catalog.change (version, id, kind, at)
  SELECT now_comes.version, come.id, 'published', now_comes.at FROM come WHERE NOT come.pending
  ON CONFLICT DO NOTHING;
  -- Replaced by a previous version's writer: the update that deleting it logged cannot be seen.
  IF EXISTS (SELECT FROM come WHERE come.pending) THEN
    DELETE FROM catalog.change AS change USING come
    WHERE come.pending AND change.version = now_comes.version AND change.id = come.id AND change.kind <> 'withdrawn';
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION catalog.log_published() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  now_comes record;
BEGIN
  SELECT * INTO now_comes FROM catalog.change_to_come();
  INSERT INTO catalog.change (version, id, kind, at)
  SELECT now_comes.version, come.id, 'published', now_comes.at
  FROM come JOIN before USING (id) WHERE before.pending AND NOT come.pending
  ON CONFLICT DO NOTHING;
  -- A subquery, so that no plan reads all documents.
  IF EXISTS (SELECT FROM come WHERE come.pending) THEN
    INSERT INTO catalog.change (version, id, kind, at, document, company_id)
    SELECT now_comes.version, come.id, 'withdrawn', now_comes.at,
      (SELECT document.document FROM catalog.signal_document AS document WHERE document.id = come.id), come.company_id
    FROM come JOIN before USING (id) WHERE come.pending AND NOT before.pending
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
