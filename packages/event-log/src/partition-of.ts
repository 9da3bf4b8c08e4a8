const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** A key's partition: FNV-1a (32 bits) over its UTF-8 bytes. Never change this: it keeps each key in one partition. */
export function partitionOf(key: string, partitions: number): number {
  let hash = OFFSET_BASIS;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, PRIME);
  return (hash >>> 0) % partitions;
}
