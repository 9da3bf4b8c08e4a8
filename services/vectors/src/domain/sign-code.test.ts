import { numbersOf, plainCodeOf, signsOf, writePlainCode } from '../../test/support/plain-code';
import {
  CODE_ROWS,
  codeBytes,
  codedDimensions,
  codedQueryBytes,
  GROUP_BYTES,
  GROUP_DIMENSIONS,
  QUERY_HEADER,
  SignCode,
  TABLES_OFFSET,
} from './sign-code';

const DIMENSIONS = 128;
const GROUPS = DIMENSIONS / GROUP_DIMENSIONS;

/** Park and Miller's generator: the same numbers everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
}

const product = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  Array.from(one).reduce((sum, value, index) => sum + value * other[index]!, 0);
const unit = (values: number[]) =>
  Float32Array.from(values, (value) => value / Math.sqrt(product(values, values)));

/** Vectors that are biased to one side, their center, and the codes of all of them. */
function coded(center?: Float32Array) {
  const random = randomNumbers(7);
  const side = Array.from({ length: DIMENSIONS }, random);
  const anyUnit = () => unit(side.map((value) => value + 2 * random()));
  const vectors = Array.from({ length: CODE_ROWS }, anyUnit);
  const middle =
    center ??
    Float32Array.from(side.keys(), (at) => vectors.reduce((sum, each) => sum + each[at]!, 0) / CODE_ROWS);
  const code = new SignCode(middle, DIMENSIONS);
  const address = 16;
  const buffer = new ArrayBuffer(address + codeBytes(DIMENSIONS) + codedQueryBytes(DIMENSIONS));
  const [bytes, shorts] = [new Int8Array(buffer), new Int16Array(buffer)];
  const [floats, integers] = [new Float32Array(buffer), new Uint32Array(buffer)];
  const memory = { bytes, shorts, floats, integers };
  vectors.forEach((vector, position) => {
    writePlainCode(plainCodeOf(vector, middle, DIMENSIONS), position, memory, address);
  });
  return { code, vectors, middle, memory, address, anyUnit };
}

it('estimates products within the deviation it states', () => {
  const { code, vectors, memory, address, anyUnit } = coded();
  const { bytes, shorts } = memory;
  const queryAddress = address + codeBytes(DIMENSIONS);
  const header = (field: keyof typeof QUERY_HEADER) => shorts[(queryAddress + QUERY_HEADER[field]) / 2]!;
  let squares = 0;
  const queries = 40;
  for (let query = 0; query < queries; query += 1) {
    const asked = anyUnit();
    const unitScore = code.writeQuery(asked, memory, queryAddress);
    const { constant, deviation } = code.errorOf(asked);
    vectors.forEach((vector, position) => {
      let sum = 0;
      for (let group = 0; group < GROUPS; group += 1) {
        const table = queryAddress + TABLES_OFFSET + group * GROUP_BYTES;
        const entry = bytes[table + signsOf(bytes, address, position, group)]!;
        expect(entry).toBeGreaterThanOrEqual(0);
        expect(entry).toBeLessThanOrEqual(15);
        sum += entry;
      }
      const { offset, factor } = numbersOf(shorts, address, position, DIMENSIONS);
      const product16 = (sum - header('middle')) * header('multiplier');
      expect(Math.abs(product16)).toBeLessThan(32_768);
      const score = (product16 * factor + offset * header('offsetWeight')) / 32_768;
      const deviations = (constant + score / unitScore - product(asked, vector)) / deviation;
      expect(Math.abs(deviations)).toBeLessThan(5);
      squares += deviations ** 2;
    });
  }
  const spread = Math.sqrt(squares / (queries * CODE_ROWS));
  expect(spread).toBeGreaterThan(0.7);
  expect(spread).toBeLessThan(1.3);
});

it('has no direction for the center itself', () => {
  const { code, middle, memory, address } = coded();
  code.writeNumbers({ squares: 0, offset: 0, magnitude: 0 }, 3, memory, address);
  expect(numbersOf(memory.shorts, address, 3, DIMENSIONS)).toEqual({ offset: 0, factor: 0 });
  const unitScore = code.writeQuery(middle, memory, address + codeBytes(DIMENSIONS));
  // Offsets alone tell the rows apart, and fit a score.
  expect(unitScore).toBeGreaterThan(10_000);
  expect(2 * unitScore).toBeLessThan(32_768);
});

it('takes half a byte per group and four bytes per row', () => {
  expect(codeBytes(384)).toBe(32 * 52);
  expect(codedQueryBytes(384)).toBe(16 + 96 * 16);
  expect([1, 64, 384, 400].map(codedDimensions)).toEqual([64, 64, 384, 448]);
});
