-- Sign-in of people, sessions of browsers and of the command-line client, roles, and the access restriction. Everything
-- added to tables that are there has a default, so that the previous version's statements keep working.

ALTER TABLE identity.account
  -- How the person wants to be called.
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN role text NOT NULL DEFAULT 'user' CONSTRAINT account_role CHECK (role IN ('user', 'operator')),
  -- Who gave the role: what the issuer's claim gave it takes away again, what an operator gave it does not.
  ADD COLUMN role_given_by text NOT NULL DEFAULT 'command'
    CONSTRAINT account_role_given_by CHECK (role_given_by IN ('command', 'claim')),
  ADD COLUMN last_sign_in_at timestamptz;

ALTER TABLE identity.audit_entry
  -- Whoever did it; null for the operator's command line.
  ADD COLUMN actor_account_id uuid,
  ADD COLUMN actor_session_id uuid,
  -- A change of the whole installation is about no account.
  ALTER COLUMN account_id DROP NOT NULL;

-- A person as an issuer knows them. An account may have been reached through several issuers, one after the other.
CREATE TABLE identity.sign_in_identity (
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  account_id uuid NOT NULL REFERENCES identity.account,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);

CREATE INDEX sign_in_identity_account ON identity.sign_in_identity (account_id);

-- A browser on its way to the issuer and back. Deleted by whoever uses it, so that it is used once.
CREATE TABLE identity.sign_in_attempt (
  -- SHA-256 of the secret that the browser keeps.
  secret_hash bytea PRIMARY KEY,
  state text NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_to text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX sign_in_attempt_expiry ON identity.sign_in_attempt (expires_at);

CREATE TABLE identity.web_session (
  session_id uuid PRIMARY KEY,
  -- SHA-256 of the session's secret; the secret itself is nowhere.
  token_hash bytea NOT NULL CONSTRAINT web_session_token_once UNIQUE,
  account_id uuid NOT NULL REFERENCES identity.account,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  idle_expires_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  user_agent text NOT NULL,
  address text NOT NULL
);

CREATE INDEX web_session_account ON identity.web_session (account_id);
CREATE INDEX web_session_expiry ON identity.web_session (least(idle_expires_at, expires_at));

-- What a user allowed a client on the same machine. Deleted by the exchange, so that it is used once.
CREATE TABLE identity.cli_authorization_code (
  code_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES identity.account,
  device_name text NOT NULL,
  client_version text NOT NULL,
  redirect_uri text NOT NULL,
  -- RFC 7636, method S256.
  code_challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX cli_authorization_code_expiry ON identity.cli_authorization_code (expires_at);

-- A client on another machine that waits for its user (RFC 8628). Deleted by the exchange of the code.
CREATE TABLE identity.cli_device_login (
  device_code_hash bytea PRIMARY KEY,
  -- Without its hyphen. What people type is too short for a hash to hide.
  user_code text COLLATE "C" NOT NULL CONSTRAINT cli_device_login_user_code_once UNIQUE,
  device_name text NOT NULL,
  client_version text NOT NULL,
  state text NOT NULL DEFAULT 'pending'
    CONSTRAINT cli_device_login_state CHECK (state IN ('pending', 'approved', 'denied')),
  -- Who decided.
  account_id uuid REFERENCES identity.account,
  interval_seconds integer NOT NULL,
  last_polled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT cli_device_login_decided CHECK ((state = 'pending') = (account_id IS NULL))
);

CREATE INDEX cli_device_login_expiry ON identity.cli_device_login (expires_at);

-- How often an account lately asked for user codes that are none; the nil UUID stands for callers without one.
CREATE TABLE identity.user_code_guesses (
  account_id uuid PRIMARY KEY,
  guesses integer NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE identity.cli_session (
  session_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES identity.account,
  device_name text NOT NULL,
  client_version text NOT NULL,
  -- SHA-256 of the one access token.
  access_hash bytea NOT NULL CONSTRAINT cli_session_access_once UNIQUE,
  access_expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  -- When the refresh token in hand expires.
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX cli_session_account ON identity.cli_session (account_id);
CREATE INDEX cli_session_expiry ON identity.cli_session (expires_at);

-- The refresh tokens of a session, spent ones too: that one of those comes back is how theft is noticed.
CREATE TABLE identity.cli_refresh_token (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES identity.cli_session ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Null for the one in hand.
  spent_at timestamptz,
  -- Whether it may be repeated, once and soon, by a client that did not get the answer.
  may_repeat boolean NOT NULL DEFAULT false
);

CREATE UNIQUE INDEX cli_refresh_token_in_hand ON identity.cli_refresh_token (session_id) WHERE spent_at IS NULL;
CREATE INDEX cli_refresh_token_session ON identity.cli_refresh_token (session_id);
CREATE INDEX cli_refresh_token_expiry ON identity.cli_refresh_token (expires_at);

-- One row.
CREATE TABLE identity.access_restriction (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT access_restriction_is_only CHECK (is_only),
  active boolean NOT NULL DEFAULT false,
  message text NOT NULL DEFAULT '',
  changed_at timestamptz
);

INSERT INTO identity.access_restriction DEFAULT VALUES;
