import type { Documents } from './segment';
import { sharedBytes, Uint32List } from './shared-arrays';

const UNIT = 8;
const BLOCK_UNITS = 2 ** 21;
/** Longer documents than the catalog takes in would not fit a block. */
const BLOCK_BYTES = UNIT * BLOCK_UNITS;

/** Gathers documents into blocks of shared memory, in the order in which they come. */
export class DocumentsBuilder {
  private readonly blocks: Uint8Array[] = [];
  private readonly starts = new Uint32List();
  private readonly lengths = new Uint32List();
  private used = BLOCK_BYTES;

  add(document: Uint8Array): void {
    if (this.used + document.length > BLOCK_BYTES) {
      this.blocks.push(sharedBytes(BLOCK_BYTES));
      this.used = 0;
    }
    const block = this.blocks.length - 1;
    this.blocks[block]!.set(document, this.used);
    this.starts.push(block * BLOCK_UNITS + this.used / UNIT);
    this.lengths.push(document.length);
    this.used += Math.ceil(document.length / UNIT) * UNIT;
  }

  /** What was gathered, in the order of adding. */
  finish(): { starts: Uint32Array; lengths: Uint32Array; blocks: Uint8Array[] } {
    const last = this.blocks.at(-1);
    // Most segments are small: the last block keeps only what it needs.
    if (last && this.used < BLOCK_BYTES) {
      const trimmed = sharedBytes(this.used);
      trimmed.set(last.subarray(0, this.used));
      this.blocks[this.blocks.length - 1] = trimmed;
    }
    return { starts: this.starts.view(), lengths: this.lengths.view(), blocks: this.blocks };
  }
}

/** The JSON of a row's item, without a copy. */
export function documentOf({ starts, lengths, blocks }: Documents, row: number): Uint8Array {
  const start = starts[row]!;
  const offset = (start % BLOCK_UNITS) * UNIT;
  return blocks[Math.floor(start / BLOCK_UNITS)]!.subarray(offset, offset + lengths[row]!);
}
