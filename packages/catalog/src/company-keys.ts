import { hostOf } from '@heliograph/runtime';
import { normalizedKey, withoutLegalForm } from '@heliograph/words';
import { contentHash } from './render';

/** What identifies a company. Names are hashed: they may be too long for an index. */
export interface CompanyKeys {
  /** The host of its domain in ASCII; undefined without one. */
  domain: string | undefined;
  /** Equal where names are equal after normalizing. 128 bits, as a UUID. */
  name: string;
  /** Equal where names are equal without their legal forms. */
  bareName: string;
}

export function companyKeys(name: string, domain: string | undefined): CompanyKeys {
  return { domain: domain === undefined ? undefined : hostOf(domain), ...nameKeys(name) };
}

/** The keys to look up a name by. */
export function nameKeys(name: string): Pick<CompanyKeys, 'name' | 'bareName'> {
  const key = normalizedKey(name);
  const words = withoutLegalForm(name);
  // Without this, all names that consist of signs would be one.
  return { name: contentHash(key), bareName: contentHash(words.length > 0 ? words : [key]) };
}
