import { sharedBytes, sharedUint32, type GatheredTexts } from './shared-arrays';
import { decoder } from './decoder';

/** Texts by number, in UTF-8, in shared memory. */
export interface PackedTexts {
  /** Where each text begins in `bytes`, then where the last one ends. */
  starts: Uint32Array;
  bytes: Uint8Array;
}

/** Packs the texts in another order. */
export function packTexts({ ends, bytes: source }: GatheredTexts, order: Uint32Array): PackedTexts {
  const starts = sharedUint32(order.length + 1);
  const bytes = sharedBytes(source.length);
  let length = 0;
  for (let place = 0; place < order.length; place++) {
    const index = order[place]!;
    for (let at = index === 0 ? 0 : ends[index - 1]!; at < ends[index]!; at++) bytes[length++] = source[at]!;
    starts[place + 1] = length;
  }
  return { starts, bytes };
}

export function textOf({ starts, bytes }: PackedTexts, index: number): string {
  return decoder.decode(bytes.subarray(starts[index], starts[index + 1]));
}
