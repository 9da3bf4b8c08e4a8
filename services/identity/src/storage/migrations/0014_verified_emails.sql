-- Whether the issuer has verified the address, as of the last sign-in with it. Null where the issuer does not say, before
-- the first sign-in, and of sign-ins in the previous version.
ALTER TABLE identity.account ADD COLUMN is_email_verified boolean;
