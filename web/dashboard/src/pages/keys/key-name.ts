import type { ApiKey } from '@heliograph/dashboard-api';

/** A key's name, or else its first characters. */
export function keyName(key: Pick<ApiKey, 'name' | 'hint'>): string {
  return key.name || `${key.hint}…`;
}
