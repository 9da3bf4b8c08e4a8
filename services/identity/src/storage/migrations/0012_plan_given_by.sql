-- Who gave an account its plan: what an operator gave, the end of a subscription does not take. Nobody knows it of older
-- accounts and of those that the previous version changes: they follow their subscription, as before.
ALTER TABLE identity.account ADD COLUMN plan_given_by text NOT NULL DEFAULT 'subscription'
  CONSTRAINT account_plan_given_by CHECK (plan_given_by IN ('command', 'subscription'));
