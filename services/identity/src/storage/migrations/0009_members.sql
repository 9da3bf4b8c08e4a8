-- Users, the accounts that they are members of, and their roles there. The previous version's statements keep working: the accounts,
-- sessions, and logins that it makes get their user from triggers. To it a browser's session is always in its user's home account.

-- A person who signs in. The account that was opened for them, their home, holds their email address, operator role, and identities.
CREATE TABLE identity.user (
  user_id uuid PRIMARY KEY,
  home_account_id uuid NOT NULL CONSTRAINT user_home_once UNIQUE,
  name text NOT NULL,
  -- Where they worked last; null for home.
  last_account_id uuid REFERENCES identity.account,
  -- When they last got a new home, because they lost the one before.
  moved_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE identity.membership (
  account_id uuid NOT NULL REFERENCES identity.account,
  user_id uuid NOT NULL REFERENCES identity.user,
  role text NOT NULL CONSTRAINT membership_role CHECK (role IN ('owner', 'developer', 'billing', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, user_id)
);

CREATE INDEX membership_user ON identity.membership (user_id);

-- Every account is opened with an owner: a new user, or the one whose home it is to be.
CREATE FUNCTION identity.give_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.user (user_id, home_account_id, name) VALUES (NEW.account_id, NEW.account_id, NEW.name)
  ON CONFLICT (home_account_id) DO NOTHING;
  INSERT INTO identity.membership (account_id, user_id, role)
  SELECT NEW.account_id, person.user_id, 'owner' FROM identity.user AS person
  WHERE person.home_account_id = NEW.account_id;
  RETURN NULL;
END
$$;

-- From here on no account is opened without one; those before follow.
CREATE TRIGGER account_has_owner AFTER INSERT ON identity.account
  FOR EACH ROW EXECUTE FUNCTION identity.give_owner();

INSERT INTO identity.user (user_id, home_account_id, name, created_at)
SELECT account_id, account_id, name, created_at FROM identity.account;

-- Deferred: a user's new home is set before it exists.
ALTER TABLE identity.user ADD CONSTRAINT user_home FOREIGN KEY (home_account_id) REFERENCES identity.account
  DEFERRABLE INITIALLY DEFERRED;

INSERT INTO identity.membership (account_id, user_id, role, created_at)
SELECT account_id, account_id, 'owner', created_at FROM identity.account;

CREATE FUNCTION identity.keep_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Concurrent removals of owners wait for each other, then see the result.
  PERFORM FROM identity.account WHERE account_id = OLD.account_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM identity.membership WHERE account_id = OLD.account_id AND role = 'owner') THEN
    RAISE EXCEPTION 'account % would have no owner', OLD.account_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_keeps_owner';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER account_keeps_owner AFTER UPDATE OR DELETE ON identity.membership
  FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION identity.keep_owner();

ALTER TABLE identity.web_session
  ADD COLUMN user_id uuid REFERENCES identity.user,
  -- In which it works; null for the user's home, which `account_id` is.
  ADD COLUMN current_account_id uuid REFERENCES identity.account,
  -- The normal form of the address that the issuer had verified at this sign-in.
  ADD COLUMN verified_email_key text COLLATE "C";

ALTER TABLE identity.cli_authorization_code ADD COLUMN user_id uuid REFERENCES identity.user;
ALTER TABLE identity.cli_device_login ADD COLUMN user_id uuid REFERENCES identity.user;
ALTER TABLE identity.cli_session ADD COLUMN user_id uuid REFERENCES identity.user;

CREATE FUNCTION identity.set_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_id IS NULL AND NEW.account_id IS NOT NULL THEN
    NEW.user_id := (SELECT person.user_id FROM identity.user AS person WHERE person.home_account_id = NEW.account_id);
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER web_session_user BEFORE INSERT ON identity.web_session
  FOR EACH ROW EXECUTE FUNCTION identity.set_user();
CREATE TRIGGER cli_authorization_code_user BEFORE INSERT ON identity.cli_authorization_code
  FOR EACH ROW EXECUTE FUNCTION identity.set_user();
CREATE TRIGGER cli_device_login_user BEFORE INSERT OR UPDATE OF account_id ON identity.cli_device_login
  FOR EACH ROW EXECUTE FUNCTION identity.set_user();
CREATE TRIGGER cli_session_user BEFORE INSERT ON identity.cli_session
  FOR EACH ROW EXECUTE FUNCTION identity.set_user();

UPDATE identity.web_session SET user_id = account_id;
UPDATE identity.cli_authorization_code SET user_id = account_id;
UPDATE identity.cli_device_login SET user_id = account_id WHERE account_id IS NOT NULL;
UPDATE identity.cli_session SET user_id = account_id;

CREATE INDEX web_session_user ON identity.web_session (user_id);
CREATE INDEX cli_session_user ON identity.cli_session (user_id);

-- Null for keys made by a command, or before this.
ALTER TABLE identity.api_key ADD COLUMN created_by uuid REFERENCES identity.user;

-- Earlier entries have none: the actor was the user with the acting account's id.
ALTER TABLE identity.audit_entry ADD COLUMN actor_user_id uuid;
