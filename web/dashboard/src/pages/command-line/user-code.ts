/** Characters of a user code, without easily confused ones; the server decides what is valid. */
const SIGNS = 8;

/** A typed or pasted code in display form, such as `WDJB-MJHT`; undefined when it cannot be one. */
export function readUserCode(text: string): string | undefined {
  const signs = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return signs.length === SIGNS ? `${signs.slice(0, 4)}-${signs.slice(4)}` : undefined;
}
