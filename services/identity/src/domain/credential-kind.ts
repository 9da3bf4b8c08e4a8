/** What a program shows to be let in. */
export type CredentialKind = 'api_key' | 'cli_token';
