import { blockOf } from '../domain/rotation';
import {
  ENCODING,
  GROUP_DIMENSIONS,
  placeOf,
  SUMS,
  SUMS_BYTES,
  type CodeMemory,
  type SignCode,
} from '../domain/sign-code';
import type { ScanFunctions } from './scan-module';

/** The addresses of a row's planes and of its scale. */
interface RowAddresses {
  high: number;
  low: number;
  scale: number;
}

/** Writes codes of the rows in a memory. */
export class CodeWriter {
  private code: SignCode | undefined;
  private readonly stages: number;
  private readonly values: number;

  /**
   * @param padded the dimensions of rows; those above the vector's are 0.
   * @param coded the dimensions of codes.
   * @param encoding address of {@link bytesOf} bytes for the writer alone, all 0.
   */
  constructor(
    private readonly functions: ScanFunctions,
    private readonly padded: number,
    private readonly coded: number,
    private readonly encoding: number,
  ) {
    this.stages = Math.log2(blockOf(coded));
    this.values = encoding + encodingBytes(coded);
  }

  /** What {@link ENCODING} says, then the sums, the difference, and two buffers to rotate it. */
  static bytesOf(coded: number): number {
    return encodingBytes(coded) + SUMS_BYTES + 3 * 4 * coded;
  }

  /**
   * Writes the code of a row.
   *
   * @param position of the row in its block.
   * @param codes address of the block's codes.
   */
  write(code: SignCode, row: RowAddresses, position: number, memory: CodeMemory, codes: number): void {
    const { functions, encoding, padded, coded, stages, values } = this;
    if (this.code !== code) code.writeEncoding(memory, encoding, values + SUMS_BYTES);
    this.code = code;
    const { byte, shift } = placeOf(position);
    functions.subtractCenter(row.high, row.low, row.scale, encoding, padded, values);
    functions.writeSigns(encoding, coded, stages, values, codes + byte, shift);
    const { floats } = memory;
    const squares = floats[(values + SUMS.squares) / 4]!;
    const offset = floats[(values + SUMS.offset) / 4]!;
    const magnitude = floats[(values + SUMS.magnitude) / 4]!;
    code.writeNumbers({ squares, offset, magnitude }, position, memory, codes);
  }
}

function encodingBytes(coded: number): number {
  return (coded / GROUP_DIMENSIONS) * ENCODING.bytes;
}
