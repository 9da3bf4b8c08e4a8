/**
 * Counts characters, that is Unicode code points: an emoji or a rare Chinese character counts once, as in JSON Schema's
 * `maxLength` and for a reader.
 */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      index++;
    }
  }
  return count;
}

/** Whether a text has more than `maximum` characters. */
export function isLongerThan(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false;
  return text.length > 2 * maximum || countCharacters(text) > maximum;
}

/** Whether a text has fewer than `minimum` characters. */
export function isShorterThan(text: string, minimum: number): boolean {
  return text.length < minimum || (text.length < 2 * minimum && countCharacters(text) < minimum);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Why a text cannot be stored or compared as Unicode text; undefined if it can: PostgreSQL accepts no NUL, and a lone
 * surrogate (possible in JSON as `\ud800`) has no UTF-8 form.
 */
export function issueWithText(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain a NUL character';
  if (LONE_SURROGATE.test(text)) return 'must not contain a lone surrogate';
  return undefined;
}

/** A caller's text, for use in a message: at most `maximum` characters, with control characters replaced. */
export function excerpt(text: string, maximum = 60): string {
  const characters = [...text.slice(0, 2 * maximum + 2)];
  const kept = characters.slice(0, maximum).join('');
  const clean = kept.replace(/[\p{Cc}\p{Surrogate}]/gu, '\ufffd');
  return characters.length > maximum ? `${clean}…` : clean;
}
