-- What a key may take in a UTC month, and when it was last used.

ALTER TABLE identity.api_key
  ADD COLUMN monthly_cap_records bigint CONSTRAINT api_key_cap CHECK (monthly_cap_records > 0),
  -- Written in batches, so it lags by up to a minute. In no index, and with room in each page, so that writing it moves
  -- no row and touches no index.
  ADD COLUMN last_used_at timestamptz;

ALTER TABLE identity.api_key SET (fillfactor = 80);
