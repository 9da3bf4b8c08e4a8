/** What a credential may do (docs/published-interface.md, 5.6). */
export const SCOPES = ['signals:read', 'companies:read', 'searches:write'] as const;
export type Scope = (typeof SCOPES)[number];
