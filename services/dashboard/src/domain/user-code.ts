/** As people type it: letters and digits, optionally with a hyphen or white space in between. */
const TYPED = /^[A-Za-z0-9](?:[-\s]*[A-Za-z0-9]){0,15}$/;

/**
 * A user code in its original form: four letters, a hyphen, four letters, in capitals.
 *
 * @returns undefined when the text cannot be one.
 */
export function userCodeOf(text: string): string | undefined {
  if (!TYPED.test(text)) return undefined;
  const letters = text.replace(/[-\s]/g, '').toUpperCase();
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}
