-- A published signal that is scheduled anew is withdrawn in the log until its time comes, so that followers who have it
-- learn of it. The writer marks it as pending before it replaces it, while its document is still the one that was
-- published. What a previous version's writer schedules anew is not marked, and stays out of the log until it is
-- published, as before.

-- The count of a withdrawn signal's company then, -1 for an unknown one: its size filters must not follow the company.
-- Null where a previous version's trigger wrote the row: then the company's count now.
ALTER TABLE catalog.change ADD COLUMN employee_count bigint;

CREATE FUNCTION catalog.employees_of(p_company_id integer) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT employee_count FROM catalog.company WHERE id = p_company_id), -1)
$$;

CREATE OR REPLACE FUNCTION catalog.log_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  now_comes record;
BEGIN
  SELECT * INTO now_comes FROM catalog.change_to_come();
  -- What is replaced is deleted first; what is withdrawn is in catalog.withdrawal already.
  INSERT INTO catalog.change (version, id, kind, at, document, company_id, employee_count)
  SELECT now_comes.version, gone.id, CASE WHEN document.id IS NULL THEN 'updated' ELSE 'withdrawn' END, now_comes.at,
    document.document, CASE WHEN document.id IS NOT NULL THEN gone.company_id END,
    CASE WHEN document.id IS NOT NULL THEN catalog.employees_of(gone.company_id) END
  FROM gone
  LEFT JOIN (catalog.withdrawal JOIN catalog.signal_document AS document USING (id)) ON document.id = gone.id
  WHERE NOT gone.pending
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

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
    INSERT INTO catalog.change (version, id, kind, at, document, company_id, employee_count)
    SELECT now_comes.version, come.id, 'withdrawn', now_comes.at,
      (SELECT document.document FROM catalog.signal_document AS document WHERE document.id = come.id), come.company_id,
      catalog.employees_of(come.company_id)
    FROM come JOIN before USING (id) WHERE come.pending AND NOT before.pending
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
