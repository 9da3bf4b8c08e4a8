-- Where a login's client is: an IPv4 address or an IPv6 /48. Empty for logins of the previous version.
ALTER TABLE identity.cli_device_login ADD COLUMN client_site text COLLATE "C" NOT NULL DEFAULT '';
