export type CredentialKind = 'api_key' | 'cli_token';
