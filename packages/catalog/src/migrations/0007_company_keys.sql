-- What companies are identified by (src/company-keys.ts). Programs fill it: SQL does not read words. A version before this one leaves it as it is, so that
-- keys_of tells which keys are of the row as it is now; others are made when something of this version migrates or imports.
ALTER TABLE catalog.company
  ADD COLUMN domain_key text COLLATE "C",
  ADD COLUMN name_key uuid,
  ADD COLUMN bare_name_key uuid,
  ADD COLUMN keys_of uuid;

CREATE INDEX company_domain_key ON catalog.company (domain_key) WHERE domain_key IS NOT NULL;
CREATE INDEX company_name_key ON catalog.company (name_key) WHERE name_key IS NOT NULL;
CREATE INDEX company_bare_name_key ON catalog.company (bare_name_key) WHERE bare_name_key IS NOT NULL;
CREATE INDEX company_without_keys ON catalog.company (id) WHERE keys_of IS DISTINCT FROM content_hash;
