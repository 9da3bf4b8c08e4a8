-- Invitations to become a member of an account. The previous version does not know the table.
CREATE TABLE identity.invitation (
  invitation_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES identity.account,
  -- As it was given, and as it is compared.
  email text NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  role text NOT NULL CONSTRAINT invitation_role CHECK (role IN ('owner', 'developer', 'billing', 'viewer')),
  -- SHA-256 of the secret in the link.
  secret_hash bytea NOT NULL CONSTRAINT invitation_hash_length CHECK (octet_length(secret_hash) = 32),
  invited_by uuid NOT NULL REFERENCES identity.user,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid REFERENCES identity.user,
  CONSTRAINT invitation_ends_once CHECK (revoked_at IS NULL OR accepted_at IS NULL),
  CONSTRAINT invitation_accepted CHECK ((accepted_at IS NULL) = (accepted_by IS NULL))
);

CREATE INDEX invitation_account ON identity.invitation (account_id, created_at);
CREATE INDEX invitation_expiry ON identity.invitation (expires_at);
