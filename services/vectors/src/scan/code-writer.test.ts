import { randomNumbers } from '@heliograph/testing';
import { numbersOf, plainCodeOf, signsOf } from '../../test/support/plain-code';
import { quantizeVector } from '../domain/quantize';
import { CODE_ROWS, codeBytes, codedDimensions, GROUP_DIMENSIONS, SignCode } from '../domain/sign-code';
import { CodeWriter } from './code-writer';
import { DIMENSION_STEP } from './row-functions';
import { scanModule, type ScanFunctions } from './scan-module';
import { WebAssembly } from './web-assembly';

/** Signs of numbers this close to 0, for vectors of length 1, may differ between 32-bit and 64-bit floats. */
const NEAR_ZERO = 0.000_001;

/** A block of rows, one after the other, and their codes. */
class Block {
  private readonly memory = new WebAssembly.Memory({ initial: 16, maximum: 16 });
  private readonly padded: number;
  private readonly coded: number;
  private readonly rows: number;
  private readonly codes: number;
  private readonly writer: CodeWriter;
  private readonly stored: Float64Array[] = [];

  constructor(private readonly dimensions: number) {
    const { exports } = new WebAssembly.Instance(scanModule, { host: { memory: this.memory } });
    this.padded = Math.ceil(dimensions / DIMENSION_STEP) * DIMENSION_STEP;
    this.coded = codedDimensions(dimensions);
    const encoding = 4 * CODE_ROWS;
    this.writer = new CodeWriter(exports as unknown as ScanFunctions, this.padded, this.coded, encoding);
    this.codes = encoding + CodeWriter.bytesOf(this.coded);
    this.rows = this.codes + codeBytes(this.coded);
    // Codes overwrite all earlier bits.
    this.views.bytes.fill(-1, this.codes, this.rows);
  }

  private get views() {
    const { buffer } = this.memory;
    return {
      bytes: new Int8Array(buffer),
      shorts: new Int16Array(buffer),
      floats: new Float32Array(buffer),
      integers: new Uint32Array(buffer),
    };
  }

  put(position: number, vector: Float32Array): void {
    const { bytes, floats } = this.views;
    const [high, low] = this.planesOf(position).map((at) => bytes.subarray(at, at + this.dimensions));
    const scale = quantizeVector(vector, high!, low!);
    floats[position] = scale;
    this.stored[position] = Float64Array.from(high!, (upper, at) => (256 * upper + low![at]!) * scale);
  }

  encode(position: number, code: SignCode): void {
    const [high, low] = this.planesOf(position);
    const row = { high: high!, low: low!, scale: 4 * position };
    this.writer.write(code, row, position, this.views, this.codes);
  }

  /** Compares a row's code with its plain reading. @returns how many signs are compared. */
  check(position: number, center: Float32Array): number {
    const { bytes, shorts } = this.views;
    const { rotated, offset, factor } = plainCodeOf(this.stored[position]!, center, this.coded);
    const clear = [...rotated.keys()].filter((at) => Math.abs(rotated[at]!) > NEAR_ZERO);
    const signs = clear.map((at) => {
      const group = signsOf(bytes, this.codes, position, Math.floor(at / GROUP_DIMENSIONS));
      return (group >> (at % GROUP_DIMENSIONS)) & 1;
    });
    expect(signs).toEqual(clear.map((at) => (rotated[at]! > 0 ? 1 : 0)));
    const numbers = numbersOf(shorts, this.codes, position, this.coded);
    expect(Math.abs(numbers.offset - offset)).toBeLessThanOrEqual(1);
    expect(Math.abs(numbers.factor - factor)).toBeLessThanOrEqual(1);
    return clear.length;
  }

  private planesOf(position: number): number[] {
    const high = this.rows + 2 * position * this.padded;
    return [high, high + this.padded];
  }
}

it.each([1, 31, 64, 70, 100, 384, 768, 1_500, 4_096])(
  'writes the codes of vectors with %i dimensions as a plain reading does',
  (dimensions) => {
    const random = randomNumbers(dimensions);
    const anyVector = () => Float32Array.from({ length: dimensions }, () => random() + random() - 0.9);
    const block = new Block(dimensions);
    const positions = [...Array(CODE_ROWS).keys()];
    for (const position of positions) block.put(position, anyVector());
    // The first center is no longer used once the second is.
    for (const size of [0.4, 0.8]) {
      const center = anyVector().map((value) => (size * value) / Math.sqrt(dimensions));
      const code = new SignCode(center, codedDimensions(dimensions));
      for (const position of positions.toReversed()) block.encode(position, code);
      const compared = positions.map((position) => block.check(position, center));
      const all = CODE_ROWS * codedDimensions(dimensions);
      expect(compared.reduce((sum, count) => sum + count)).toBeGreaterThan(0.99 * all);
    }
  },
);

it('writes a code over that of an earlier vector, and leaves the others', () => {
  const random = randomNumbers(1);
  const anyVector = () => Float32Array.from({ length: 96 }, () => random() - 0.5);
  const center = anyVector().map((value) => value / 20);
  const code = new SignCode(center, codedDimensions(96));
  const block = new Block(96);
  for (let position = 0; position < CODE_ROWS; position += 1) {
    block.put(position, anyVector());
    block.encode(position, code);
  }
  for (let turn = 0; turn < 100; turn += 1) {
    const position = Math.floor(random() * CODE_ROWS);
    block.put(position, anyVector());
    block.encode(position, code);
  }
  for (let position = 0; position < CODE_ROWS; position += 1) block.check(position, center);
});
