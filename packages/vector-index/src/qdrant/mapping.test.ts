import { idOf, matchesFromQdrant, uuidOf } from './mapping';

it.each([
  ['1', '00000000-0000-0000-0000-000000000001'],
  ['9007199254740993', '00000000-0000-0000-0020-000000000001'],
  ['9999999999999999999', '00000000-0000-0000-8ac7-230489e7ffff'],
])('represents the number %s in a UUID', (id, uuid) => {
  expect(uuidOf(id)).toBe(uuid);
  expect(idOf(uuid)).toBe(id);
});

it('sorts equal similarities by number, greatest first', () => {
  const points = ['9', '10', '9999999999999999999', '2'].map((id) => ({
    id: uuidOf(id),
    score: id === '2' ? 0.9 : 0.5000001,
  }));
  expect(matchesFromQdrant(points, 3)).toEqual({
    ids: BigUint64Array.of(2n, 9_999_999_999_999_999_999n, 10n),
    similarityMillionths: Int32Array.of(900_000, 500_000, 500_000),
  });
});
