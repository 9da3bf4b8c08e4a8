import type { Activity, Company, RelatedCompany } from '@heliograph/dashboard-api';

const MOST = 6;
/** About as much as an embedding model reads; within the data API's limit. */
const LONGEST_TEXT = 900;
const SHORTEST_TEXT = 3;

/**
 * A company's topic: its description, or else its latest titles. Titles are only the fallback: they mostly name the
 * company, so similar names would look related.
 *
 * @param titles newest first.
 * @returns undefined if that is too little to search with.
 */
export function textAbout({ name, description }: Company, titles: readonly string[]): string | undefined {
  const text = (description ?? [name, ...titles].join('. ')).replace(/\p{Cc}+/gu, ' ').trim();
  const characters = [...text].slice(0, LONGEST_TEXT);
  return characters.length < SHORTEST_TEXT ? undefined : characters.join('');
}

/**
 * Groups the nearest activities by company.
 *
 * @param nearest nearest first.
 * @param slug the company they are related to; left out.
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
