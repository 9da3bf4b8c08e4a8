import { embedding } from '@heliograph/proto';
import { Faults, ServiceError } from '@heliograph/runtime';
import type { Purpose, RefusedTextsError } from '../providers/provider';

const LONGEST_TEXT = 8_000;

const PURPOSES: ReadonlyMap<embedding.Purpose, Purpose> = new Map([
  [embedding.Purpose.QUERY, 'query'],
  [embedding.Purpose.DOCUMENT, 'document'],
]);

/** @throws ServiceError `invalid_parameter` naming every fault. */
export function workFromRequest(
  { purpose, texts }: embedding.EmbedRequest,
  largestBatch: number,
): { purpose: Purpose; texts: readonly string[] } {
  const faults = new Faults();
  const known = PURPOSES.get(purpose);
  faults.require(known !== undefined, 'purpose', 'must be query or document');
  const isCountRight = texts.length >= 1 && texts.length <= largestBatch;
  faults.require(isCountRight, 'texts', `must be 1 to ${largestBatch} texts`);
  // Otherwise a caller could ask for any number of faults.
  if (isCountRight) {
    texts.forEach((text, index) => {
      faults.require(isLengthRight(text), `texts[${index}]`, `must have 1 to ${LONGEST_TEXT} characters`);
      faults.require(text === '' || /\S/u.test(text), `texts[${index}]`, 'must not be blank');
    });
  }
  faults.throwIfAny();
  return { purpose: known!, texts };
}

export function refusedTexts({ indexes }: RefusedTextsError): ServiceError {
  return new ServiceError('invalid_parameter', 'The embedding model cannot embed some of the texts.', {
    faults: indexes.map((index) => ({
      parameter: `texts[${index}]`,
      message: 'cannot be embedded by this model',
    })),
  });
}

/** In Unicode characters, of which a string may hold two units each. */
function isLengthRight(text: string): boolean {
  if (text.length <= LONGEST_TEXT) return text.length > 0;
  return text.length <= 2 * LONGEST_TEXT && [...text].length <= LONGEST_TEXT;
}
