-- When an account last set its automatic top-ups: what turns them off after that is logged once.
ALTER TABLE ledger.auto_top_up ADD COLUMN set_at timestamptz NOT NULL DEFAULT now();
