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

  /** Adds what another builder gathered; its blocks are shared and not copied. */
  addAll({ starts, lengths, blocks }: Documents): void {
    this.endBlock();
    const before = this.blocks.length * BLOCK_UNITS;
    for (let index = 0; index < starts.length; index++) this.starts.push(before + starts[index]!);
    this.lengths.append(lengths, lengths.length);
    this.blocks.push(...blocks);
  }

  /** What was gathered, in the order of adding. */
  finish(): Documents {
    this.endBlock();
    return { starts: this.starts.view(), lengths: this.lengths.view(), blocks: this.blocks };
  }

  /** Most segments are small: the last block keeps only what it needs. */
  private endBlock(): void {
    const last = this.blocks.at(-1);
    if (!last || this.used === BLOCK_BYTES) return;
    const trimmed = sharedBytes(this.used);
    trimmed.set(last.subarray(0, this.used));
    this.blocks[this.blocks.length - 1] = trimmed;
    this.used = BLOCK_BYTES;
  }
}

/** The JSON of a row's item, without a copy. */
export function documentOf({ starts, lengths, blocks }: Documents, row: number): Uint8Array {
  const start = starts[row]!;
  const offset = (start % BLOCK_UNITS) * UNIT;
  return blocks[Math.floor(start / BLOCK_UNITS)]!.subarray(offset, offset + lengths[row]!);
}
