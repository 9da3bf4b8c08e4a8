import { sharedBytes, sharedUint32 } from './shared-arrays';

/** Texts by number, in UTF-8 and shared memory. */
export interface PackedTexts {
  /** Where each text begins in `bytes`; the last is where the last one ends. */
  starts: Uint32Array;
  bytes: Uint8Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function packTexts(texts: readonly string[]): PackedTexts {
  const encoded = texts.map((text) => encoder.encode(text));
  const starts = sharedUint32(texts.length + 1);
  for (const [index, { length }] of encoded.entries()) starts[index + 1] = starts[index]! + length;
  const bytes = sharedBytes(starts[texts.length]!);
  for (const [index, text] of encoded.entries()) bytes.set(text, starts[index]);
  return { starts, bytes };
}

export function textOf({ starts, bytes }: PackedTexts, index: number): string {
  // A decoder does not read shared memory.
  return decoder.decode(bytes.slice(starts[index], starts[index + 1]));
}
