import { embedding } from '@heliograph/proto';
import { Issues, ServiceError } from '@heliograph/runtime';
import type { EmbeddingModel } from '../domain/embedding-model';
import type { Company, Purpose, RefusedTextsError } from '../providers/provider';

const LONGEST_TEXT = 8_000;

const PURPOSES: ReadonlyMap<embedding.Purpose, Purpose> = new Map([
  [embedding.Purpose.QUERY, 'query'],
  [embedding.Purpose.DOCUMENT, 'document'],
]);

interface Work {
  purpose: Purpose;
  texts: readonly string[];
  companies?: readonly Company[] | undefined;
}

/**
 * @throws ServiceError `invalid_parameter` naming every issue.
 * @throws ServiceError `semantic_unavailable` for an older indexer, which sends no companies: it waits until it is
 *   upgraded.
 */
export function workFromRequest(
  { purpose, texts, companies }: embedding.EmbedRequest,
  { largestBatch, readsCompanies = false }: EmbeddingModel,
): Work {
  const isWithCompanies = readsCompanies && purpose === embedding.Purpose.DOCUMENT;
  if (isWithCompanies && !companies) {
    throw new ServiceError(
      'semantic_unavailable',
      'This embedding model needs company data, but the request has none. Upgrade the indexer.',
    );
  }
  const issues = new Issues();
  const known = PURPOSES.get(purpose);
  issues.require(known !== undefined, 'purpose', 'must be query or document');
  const isCountRight = texts.length >= 1 && texts.length <= largestBatch;
  issues.require(isCountRight, 'texts', `must be 1 to ${largestBatch} texts`);
  issues.require(
    companies === undefined || (isWithCompanies && companies.each.length === texts.length),
    'companies',
    'must be as many as documents, and none for queries or a model that does not read them',
  );
  // Otherwise a caller could request any number of issues.
  if (isCountRight) {
    texts.forEach((text, index) => {
      issues.require(isLengthRight(text), `texts[${index}]`, `must have 1 to ${LONGEST_TEXT} characters`);
      issues.require(text === '' || /\S/u.test(text), `texts[${index}]`, 'must not be blank');
    });
  }
  issues.throwIfAny();
  return { purpose: known!, texts, companies: companies?.each };
}

export function refusedTexts({ indexes }: RefusedTextsError): ServiceError {
  return new ServiceError('invalid_parameter', 'The embedding model cannot embed some of the texts.', {
    issues: indexes.map((index) => ({
      parameter: `texts[${index}]`,
      message: 'cannot be embedded by this model',
    })),
  });
}

/** Counts Unicode characters, each of up to two UTF-16 units. */
function isLengthRight(text: string): boolean {
  if (text.length <= LONGEST_TEXT) return text.length > 0;
  return text.length <= 2 * LONGEST_TEXT && [...text].length <= LONGEST_TEXT;
}
