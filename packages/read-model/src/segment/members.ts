import { JsonScanner } from './json-scanner';

const encoder = new TextEncoder();
const [OPEN, COMMA, CLOSE] = [0x7b, 0x2c, 0x7d];
const TITLE = [encoder.encode('title')];

/** Encodes names of members for {@link selectMembers}. */
export const keysOf = (names: readonly string[]): Uint8Array[] => names.map((name) => encoder.encode(name));

/** An object of the members with these keys, in the document's order. Bytes are copied, nothing is parsed. */
export function selectMembers(document: Uint8Array, keys: readonly Uint8Array[]): Uint8Array {
  const scanner = new JsonScanner(document);
  const selected = new Uint8Array(document.length);
  let at = 0;
  selected[at++] = OPEN;
  scanner.members(keys, (key) => {
    const from = scanner.string.from - 1;
    scanner.skip();
    if (key < 0) return;
    if (at > 1) selected[at++] = COMMA;
    selected.set(document.subarray(from, scanner.position), at);
    at += scanner.position - from;
  });
  selected[at++] = CLOSE;
  return selected.subarray(0, at);
}

/** A document's `title`; '' if it has none. */
export function titleOf(document: Uint8Array): string {
  const scanner = new JsonScanner(document);
  let title = '';
  scanner.members(TITLE, (key) => {
    if (key < 0) scanner.skip();
    else if (scanner.readString()) title = scanner.text();
  });
  return title;
}
