-- An unpaid delivery that no longer fits: its charge is voided, then it goes and its matches wait again. It is never charged from here on.
ALTER TABLE notifier.delivery ADD COLUMN is_unmade boolean NOT NULL DEFAULT false;
