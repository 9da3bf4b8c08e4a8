-- Test keys, which read the test corpus. The previous version's statements keep working: they make live keys.
ALTER TABLE identity.api_key
  ADD COLUMN is_test boolean NOT NULL DEFAULT false,
  -- A key is of the kind that its prefix says.
  ADD CONSTRAINT api_key_kind CHECK (is_test = starts_with(hint, 'hg_test_'));
