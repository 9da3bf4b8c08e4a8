import { hash } from 'node:crypto';
import type { CatalogSignal } from './signal';

/** What is known about a signal's company. */
export interface Company {
  description: string;
  industries: readonly string[];
}

/** The input of a signal's vector. Everything else (category, country, …) is for filters, not for search by meaning. */
export interface EmbeddingText {
  title: string;
  /** Only for models that read companies: vendors never see it. */
  company?: Company;
}

/** @param company undefined for a model that does not read companies. */
export function embeddingText(
  { title }: Pick<CatalogSignal, 'title'>,
  company: Company | undefined,
): EmbeddingText {
  return { title, ...(company && { company }) };
}

/** 128 bits of SHA-256 as a UUID: signals whose text has not changed keep their vector. */
export function textHash({ title, company }: EmbeddingText): string {
  const text = company ? JSON.stringify([title, company.description, company.industries]) : title;
  return hash('sha256', text, 'hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
