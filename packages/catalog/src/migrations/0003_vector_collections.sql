-- Collections of the vector index, written by the indexer and read by searches: which one holds the vectors of a model, and
-- whether all of the catalog was in it once, so that it may be searched.
CREATE TABLE catalog.vector_collection (
  name text PRIMARY KEY,
  -- What the vectors depend on; vectors of two identities are never compared.
  model_identity text NOT NULL UNIQUE,
  model_name text NOT NULL,
  dimensions integer NOT NULL CHECK (dimensions > 0),
  signals bigint NOT NULL DEFAULT 0,
  embedded bigint NOT NULL DEFAULT 0,
  completed_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
GRANT INSERT, UPDATE, DELETE ON catalog.vector_collection TO heliograph_indexer;
