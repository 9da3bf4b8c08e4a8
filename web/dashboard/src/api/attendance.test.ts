import { isUnattended, watchInput } from './attendance';

it('tells what a page does by itself from what its user does', () => {
  let now = 1_000_000;
  const page = new EventTarget();
  watchInput(page as Window, () => now);
  expect(isUnattended(now + 29_999)).toBe(false);
  expect(isUnattended(now + 30_000)).toBe(true);
  for (const input of ['keydown', 'pointermove', 'wheel']) {
    now += 60_000;
    expect(isUnattended(now)).toBe(true);
    page.dispatchEvent(new Event(input));
    expect(isUnattended(now)).toBe(false);
  }
});
