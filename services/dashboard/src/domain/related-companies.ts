import type { Activity, Company, RelatedCompany } from '@heliograph/dashboard-api';

const MOST = 6;
/** About what an embedding model reads of a text; within the data API's bound. */
const LONGEST_TEXT = 900;
const SHORTEST_TEXT = 3;

/**
 * What a company is about: how it is described, else what it published last. Titles mostly name the company, and names that sound
 * alike would seem to be near.
 *
 * @param titles newest first.
 * @returns undefined where that is too little to look for.
 */
export function textAbout({ name, description }: Company, titles: readonly string[]): string | undefined {
  const text = (description ?? [name, ...titles].join('. ')).replace(/\p{Cc}+/gu, ' ').trim();
  const characters = [...text].slice(0, LONGEST_TEXT);
  return characters.length < SHORTEST_TEXT ? undefined : characters.join('');
}

/**
 * The companies of activities that are near in meaning, each with its nearest.
 *
 * @param nearest first the one that is nearest.
 * @param slug of the company that they are related to: no relation of itself.
 */
export function companiesOf(nearest: readonly Activity[], slug: string): RelatedCompany[] {
  const related = new Map<string, RelatedCompany>();
  for (const { id, title, category, company } of nearest) {
    if (company.slug === slug || related.has(company.slug)) continue;
    related.set(company.slug, { ...company, nearest: { id, title, category } });
    if (related.size === MOST) break;
  }
  return [...related.values()];
}
