-- What is known of the companies of signals, as far as a model may read it.
CREATE FUNCTION indexer.read_companies(ids numeric[]) RETURNS TABLE (id numeric, description text, industries text[])
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
BEGIN
  RETURN QUERY
    SELECT listed.id, coalesce(company.description, ''), company.industries
    FROM unnest(ids) AS given (id)
    JOIN catalog.signal AS listed ON listed.id = given.id
    JOIN catalog.company ON company.id = listed.company_id;
END
$$;
