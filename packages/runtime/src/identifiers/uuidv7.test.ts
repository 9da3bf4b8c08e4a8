import { timeOfUuid, uuidv7 } from './uuidv7';

it('has the format of RFC 9562 version 7', () => {
  for (let index = 0; index < 1_000; index += 1) {
    expect(uuidv7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

it('sorts by time and does not repeat', () => {
  expect(uuidv7(1_000) < uuidv7(2_000)).toBe(true);
  expect(new Set(Array.from({ length: 5_000 }, () => uuidv7(7))).size).toBe(5_000);
});

it('contains its time (RFC 9562, appendix A.6)', () => {
  expect(timeOfUuid('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toBe(Date.parse('2022-02-22T14:22:22-05:00'));
  expect(timeOfUuid(uuidv7(7))).toBe(7);
});
