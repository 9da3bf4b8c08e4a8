-- The issuer's ID token, which goes back to it when its user signs out. Sessions of the previous version have none.
ALTER TABLE identity.web_session ADD COLUMN id_token text;
