import type { Documents } from './segment';
import { sharedBytes, Uint32List } from './shared-arrays';

const UNIT = 8;
const BLOCK_UNITS = 2 ** 21;
/** Larger than any document the catalog accepts. */
const BLOCK_BYTES = UNIT * BLOCK_UNITS;
const FIRST_BYTES = 2 ** 16;

/** Collects documents into blocks of shared memory, in order of addition. */
export class DocumentsBuilder {
  private readonly blocks: Uint8Array[] = [];
  private readonly starts = new Uint32List();
  private readonly lengths = new Uint32List();
  /**
   * The current block. It starts small: most segments are, and allocating a full block would take longer than filling
   * it.
   */
  private bytes = new Uint8Array(FIRST_BYTES);
  private used = 0;

  add(document: Uint8Array): void {
    if (this.used + document.length > BLOCK_BYTES) this.endBlock();
    const end = this.used + document.length;
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.min(BLOCK_BYTES, Math.max(2 * this.bytes.length, end)));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.set(document, this.used);
    this.starts.push(this.blocks.length * BLOCK_UNITS + this.used / UNIT);
    this.lengths.push(document.length);
    this.used += Math.ceil(document.length / UNIT) * UNIT;
  }

  /** Adds another builder's documents; its blocks are shared, not copied. */
  addAll({ starts, lengths, blocks }: Documents): void {
    this.endBlock();
    const before = this.blocks.length * BLOCK_UNITS;
    for (let index = 0; index < starts.length; index++) this.starts.push(before + starts[index]!);
    this.lengths.append(lengths, lengths.length);
    this.blocks.push(...blocks);
  }

  /** The collected documents, in order. */
  finish(): Documents {
    this.endBlock();
    return { starts: this.starts.view(), lengths: this.lengths.view(), blocks: this.blocks };
  }

  private endBlock(): void {
    if (this.used === 0) return;
    const block = sharedBytes(this.used);
    block.set(this.bytes.subarray(0, this.used));
    this.blocks.push(block);
    this.used = 0;
  }
}

/** The JSON of a row's item, not copied. */
export function documentOf({ starts, lengths, blocks }: Documents, row: number): Uint8Array {
  const start = starts[row]!;
  const offset = (start % BLOCK_UNITS) * UNIT;
  return blocks[Math.floor(start / BLOCK_UNITS)]!.subarray(offset, offset + lengths[row]!);
}
