-- Failing and waiting saved searches are counted on every scrape, and old secrets looked for in every sweep: without
-- reading all saved searches.
CREATE INDEX saved_search_by_state ON notifier.saved_search (state, account_id) WHERE state <> 'active';
CREATE INDEX saved_search_previous_secret ON notifier.saved_search (previous_secret_until)
  WHERE previous_secret_until IS NOT NULL;
