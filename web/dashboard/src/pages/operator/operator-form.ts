import { plainNumber } from '../../design/plain-number';

/** Length limits of operators' reasons. */
const REASON = { minimum: 3, maximum: 500 } as const;

/** What is wrong with a reason; undefined if it is valid. */
export function issueWithReason(reason: string): string | undefined {
  const { length } = reason.trim();
  if (length < REASON.minimum) return 'Enter a reason; it is kept in the audit log.';
  if (length > REASON.maximum) return `A reason has at most ${REASON.maximum} characters.`;
  return undefined;
}

/** A dollar amount in the server's format; undefined if it is invalid or empty. */
export function readDollars(text: string): string | undefined {
  const plain = plainNumber(text.trim().replace(/^\$/, '')) ?? '';
  if (!/^(?:0|[1-9]\d{0,6})(?:\.\d{1,2})?$/.test(plain) || Number(plain) === 0) return undefined;
  return plain;
}
