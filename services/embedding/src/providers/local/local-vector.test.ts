import { vectorToBytes } from '@heliograph/runtime';
import { createHash } from 'node:crypto';
import { DocumentVectors } from './document-vectors';
import { LOCAL_MODEL } from './local-model';
import { localVector } from './local-vector';

/** Stands in for the model, which has its own tests: any unit vector that depends on the text. */
const read: string[] = [];
const model = {
  embed(text: string) {
    read.push(text);
    const values = Float32Array.from(
      { length: LOCAL_MODEL.dimensions },
      (_, index) => text.charCodeAt(index % text.length) - index,
    );
    const length = Math.hypot(...values);
    return Promise.resolve(values.map((value) => value / length));
  },
};
beforeEach(() => read.splice(0));

const vectorOf = (text: string) => localVector(model, text);
async function cosine(one: string, other: string): Promise<number> {
  const [a, b] = [await vectorOf(one), await vectorOf(other)];
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}

it.each([
  ['Acme raises money', ['Acme raises money']],
  ['ﬁve Ａcme', ['five Acme']],
  ['a 5 µm β-blocker', ['a 5 μm β-blocker']],
  ['New product Stage: 录屏用于演示、报告bug', ['New product Stage:  、 bug']],
  ['校园招聘', []],
  ['校园招聘 🚀!', []],
])('passes the model the readable parts of %j', async (text, expected) => {
  expect(await vectorOf(text)).toHaveLength(LOCAL_MODEL.dimensions);
  expect(read).toEqual(expected);
});

it.each(['Acme', '校园招聘', 'Acme 校园招聘', 'ไทย', '云 1', '!', '云'])(
  'returns a vector of length 1 for %j',
  async (text) => {
    expect(Math.hypot(...(await vectorOf(text)))).toBeCloseTo(1, 5);
  },
);

it.each([
  ['云鲸飞船科技启动校园招聘', '校园招聘'],
  ['もち電機、東京で募集', '東京で'],
  ['バイオ燃料の認証', 'バイオ燃料'],
  ['바이오 연료 인증 솔루션', '연료 인증'],
  ['Новая батарея', 'БАТАРЕЯ'],
  ['New product Stage: 录屏用于演示、报告', '录屏演示'],
])('places %j near %j', async (one, other) => {
  expect(await cosine(one, other)).toBeGreaterThan(0.3);
});

it.each([
  ['云鲸飞船', '반디해파리'],
  ['校园招聘', '校服采购招标'],
  ['校园招聘', 'campus recruiting'],
])('does not place %j near %j', async (one, other) => {
  expect(Math.abs(await cosine(one, other))).toBeLessThan(0.25);
});

it("embeds a company's description once for all its signals, and nothing for an unknown company", async () => {
  const documents = new DocumentVectors(model);
  const company = { description: 'Batteries', industries: ['Energy', 'Transport'] };
  const [one, same, bare] = [
    await documents.vectorOf('Acme raises money', company),
    await documents.vectorOf('Acme raises money', company),
    await documents.vectorOf('Acme hires', { description: ' ', industries: [] }),
  ];
  expect(read).toEqual([
    'Acme raises money',
    'Batteries',
    'Energy, Transport',
    'Acme raises money',
    'Acme hires',
  ]);
  expect(one).toEqual(same);
  expect(Math.hypot(...one)).toBeCloseTo(1, 5);
  expect(bare).toEqual(await vectorOf('Acme hires'));
});

/** Digests of the test's vectors under each identity so far. A change in vectors adds a line with a new identity. */
const DIGESTS: Readonly<Record<string, string>> = {
  'local-all-minilm-l6-v2-384-v1': '0aa08e0bffb1717c',
  'local-all-minilm-l6-v2-384-v2': '52e6164e08ae38a7',
};

it('changes its identity whenever its vectors change', async () => {
  const hash = createHash('sha256');
  const texts = [
    'Acme  raises\nmoney',
    'ÜBERNAHME in München',
    '日本語 👩🏽‍🚀',
    'New product Stage: 录屏用于演示',
  ];
  const documents = new DocumentVectors(model);
  for (const vector of [
    ...(await Promise.all(texts.map(vectorOf))),
    await documents.vectorOf('Acme raises', {
      description: 'b '.repeat(400),
      industries: [...'abcdefghijkl'],
    }),
    await documents.vectorOf('Acme raises', { description: '', industries: ['校园招聘'] }),
  ]) {
    // Rounded, because the last bit of a quotient depends on the platform.
    hash.update(vectorToBytes(vector.map((value) => Math.round(value * 1e4))));
  }
  expect(hash.digest('hex').slice(0, 16)).toBe(DIGESTS[LOCAL_MODEL.identity]);
});
