-- Accounts, their API keys, and the log of every change to either.

CREATE TABLE identity.account (
  account_id uuid PRIMARY KEY,
  -- As it was given.
  email text NOT NULL,
  -- As it is compared: the service's normal form. The constraint is the last word on "one account an address".
  email_key text COLLATE "C" NOT NULL CONSTRAINT account_email_once UNIQUE,
  plan text NOT NULL CONSTRAINT account_plan CHECK (plan IN ('free', 'paid')),
  status text NOT NULL DEFAULT 'active'
    CONSTRAINT account_status CHECK (status IN ('active', 'disabled', 'suspended')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE identity.api_key (
  key_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES identity.account,
  name text NOT NULL,
  -- SHA-256 of the key; the key itself is nowhere.
  hash bytea NOT NULL CONSTRAINT api_key_hash_once UNIQUE CONSTRAINT api_key_hash_length CHECK (octet_length(hash) = 32),
  hint text NOT NULL,
  scopes text[] NOT NULL CONSTRAINT api_key_has_scopes CHECK (cardinality(scopes) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz
);

CREATE INDEX api_key_account ON identity.api_key (account_id, created_at);

-- One row a change, written in the change's own transaction.
CREATE TABLE identity.audit_entry (
  audit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  -- The program that asked, and for which request.
  caller text NOT NULL,
  request_id text NOT NULL,
  account_id uuid NOT NULL,
  key_id uuid,
  -- What changed, never a key or its hash.
  detail jsonb NOT NULL
);

CREATE INDEX audit_entry_account ON identity.audit_entry (account_id, audit_id);

CREATE FUNCTION identity.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'identity.% is append-only: % refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER audit_entry_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON identity.audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION identity.refuse_change();
