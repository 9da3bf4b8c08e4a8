-- The audit log of an account by the user who acted in it. Operators act from their own accounts.
CREATE INDEX audit_entry_user ON identity.audit_entry
  (account_id, actor_account_id, (coalesce(actor_user_id, actor_account_id)), audit_id);
