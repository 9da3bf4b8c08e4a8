/** RFC 8628, section 6.1: no vowels, so that no words appear, and no characters that are easily confused. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);
const LONGEST_TYPED = 40;

/**
 * A code for users to type: 8 letters, 34 bits.
 *
 * @param draw returns a random integer from 0 to its argument, exclusive.
 */
export function makeUserCode(draw: (limit: number) => number): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[draw(ALPHABET.length)]).join('');
}

/** Formats a code for display: "WDJB-MJHT". */
export function formatUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** The code in a user's input, in any case and with any punctuation or spaces; undefined if invalid. */
export function readUserCode(typed: string): string | undefined {
  if (typed.length > LONGEST_TYPED) return undefined;
  const code = typed.replace(/[\s\p{P}]/gu, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}
