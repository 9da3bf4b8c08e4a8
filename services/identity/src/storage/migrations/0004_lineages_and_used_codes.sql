-- Keys that replaced one another, authorization codes that were used, and ids of audit entries that tell nothing. The previous
-- version's statements keep working.

-- Of a key that was rolled, or made by rolling: the first of them. They share their monthly caps.
ALTER TABLE identity.api_key ADD COLUMN lineage_id uuid;

ALTER TABLE identity.cli_authorization_code
  -- Kept for a while, so that its coming back is noticed. A used code has no challenge left: the previous version takes it for
  -- one that was spoilt.
  ADD COLUMN used_at timestamptz,
  -- The session that it was exchanged for.
  ADD COLUMN session_id uuid;

-- What callers see: the number in audit_id would tell how much happens in the whole installation.
ALTER TABLE identity.audit_entry ADD COLUMN entry_id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX audit_entry_id ON identity.audit_entry (entry_id);
