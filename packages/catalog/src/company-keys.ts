import { hostOf } from '@heliograph/runtime';
import { normalizedKey, withoutLegalForm } from '@heliograph/words';
import { contentHash } from './render';

/** What identifies a company. Names are hashed: they may be too long for an index. */
export interface CompanyKeys {
  /** The host of its domain, in ASCII; undefined if it has none. */
  domain: string | undefined;
  /** Equal for names that are equal after normalizing. 128 bits, as a UUID. */
  name: string;
  /** Equal for names that are equal without their legal forms. */
  bareName: string;
}

export function companyKeys(name: string, domain: string | undefined): CompanyKeys {
  return { domain: domain === undefined ? undefined : hostOf(domain), ...nameKeys(name) };
}

/** The keys to look up a company by name. */
export function nameKeys(name: string): Pick<CompanyKeys, 'name' | 'bareName'> {
  const key = normalizedKey(name);
  const words = withoutLegalForm(name);
  // Without the fallback, all names without words would be equal.
  return { name: contentHash(key), bareName: contentHash(words.length > 0 ? words : [key]) };
}
