/** Signs of a user code, without those that are mistaken for others; what the server takes is for it to say. */
const SIGNS = 8;

/** A code as it is shown, such as `WDJB-MJHT`, of what was typed or pasted; undefined when it cannot be one. */
export function readUserCode(text: string): string | undefined {
  const signs = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return signs.length === SIGNS ? `${signs.slice(0, 4)}-${signs.slice(4)}` : undefined;
}
