-- Usable keys, and those that ended last, without reading all that an account ever had: up to 1,000 a day end and are kept.
CREATE INDEX api_key_end ON identity.api_key (account_id, coalesce(least(revoked_at, expires_at), 'infinity'), key_id);
-- Revoking everyone's sessions in an account also finds those that work in it.
CREATE INDEX web_session_current_account ON identity.web_session (current_account_id)
  WHERE current_account_id IS NOT NULL;
