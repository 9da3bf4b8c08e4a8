/**
 * A checkpoint's file: the bytes of its arrays, a JSON description with a placeholder for each array, and a trailer
 * with the length of the description. Arrays are stored as they are in memory, so they are copied, never parsed.
 */
export const MAGIC = 'HGCHKPT1';
/** Magic, then length and CRC-32 of the description, 32 bits each, big-endian. */
export const TRAILER_BYTES = MAGIC.length + 8;
/** Bytes read or written at once. */
export const CHUNK_BYTES = 8 * 1024 * 1024;

type StoredArray = Uint8Array | Uint32Array | Int32Array | Float64Array;

interface ArrayType {
  new (memory: SharedArrayBuffer): StoredArray;
  BYTES_PER_ELEMENT: number;
}

const ARRAYS = { Uint8Array, Uint32Array, Int32Array, Float64Array };
type ArrayName = keyof typeof ARRAYS;

/** Stands for an array in the description. */
interface ArrayPlace {
  array: ArrayName;
  length: number;
  crc: number;
}

const nameOf = (value: unknown) =>
  (Object.keys(ARRAYS) as ArrayName[]).find((name) => value instanceof ARRAYS[name]);

export const bytesOf = ({ buffer, byteOffset, byteLength }: StoredArray) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A value with a placeholder for each array. @param store is called with the arrays in order. */
export function describe(value: unknown, store: (array: StoredArray) => number): unknown {
  const array = nameOf(value);
  if (array) {
    const stored = value as StoredArray;
    return { array, length: stored.length, crc: store(stored) } satisfies ArrayPlace;
  }
  if (Array.isArray(value)) return value.map((each) => describe(each, store));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, describe(each, store)]));
}

/** Restores a described value, with its arrays in shared memory. @param fill is called with the arrays in order. */
export function restore(described: unknown, fill: (array: StoredArray, crc: number) => void): unknown {
  if (Array.isArray(described)) return described.map((each) => restore(each, fill));
  if (typeof described !== 'object' || described === null) return described;
  const { array: name, length, crc } = described as Partial<ArrayPlace>;
  if (name !== undefined) {
    const Type = ARRAYS[name] as ArrayType;
    const array = new Type(new SharedArrayBuffer(length! * Type.BYTES_PER_ELEMENT));
    fill(array, crc!);
    return array;
  }
  return Object.fromEntries(Object.entries(described).map(([key, each]) => [key, restore(each, fill)]));
}
