-- Whether the log of an account's requests may hold their queries. The previous version does not know of it: its gateways log none.
ALTER TABLE identity.account ADD COLUMN logs_queries boolean NOT NULL DEFAULT false;
