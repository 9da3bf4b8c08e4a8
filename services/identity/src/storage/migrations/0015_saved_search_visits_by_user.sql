-- When each member of an account last looked at its saved searches. The previous version writes saved_search_visit, which
-- holds one visit for the whole account: what it writes from here on is lost, and that table empties itself in 31 days.
CREATE TABLE identity.user_saved_search_visit (
  account_id uuid NOT NULL REFERENCES identity.account,
  -- A dashboard that knows no users names the account: not always a user.
  user_id uuid NOT NULL,
  saved_search_id uuid NOT NULL,
  -- The latest look of the latest visit.
  visited_at timestamptz NOT NULL,
  -- The same of the visit before.
  visited_before_at timestamptz,
  PRIMARY KEY (account_id, user_id, saved_search_id)
);
CREATE INDEX user_saved_search_visit_age ON identity.user_saved_search_visit (visited_at);

INSERT INTO identity.user_saved_search_visit
SELECT account_id, membership.user_id, saved_search_id, visited_at, visited_before_at
FROM identity.saved_search_visit JOIN identity.membership USING (account_id);
