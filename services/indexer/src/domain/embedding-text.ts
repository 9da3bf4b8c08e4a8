import { hash } from 'node:crypto';
import type { CatalogSignal } from './signal';

/** The text whose vector stands for a signal. What is not in it (company, category …) is filtered by, not searched by meaning. */
export function embeddingText({ title }: Pick<CatalogSignal, 'title'>): string {
  return title;
}

/** 128 bits of SHA-256 as a UUID: signals whose text has not changed keep their vector. */
export function textHash(text: string): string {
  return hash('sha256', text, 'hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
