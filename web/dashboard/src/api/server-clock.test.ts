import { learnServerClock, serverNow } from './server-clock';

const responseAt = (time: number) => new Headers({ Date: new Date(time).toUTCString() });

describe("the server's clock", () => {
  const now = Date.parse('2026-03-05T10:00:00Z');

  it('is learned from a response', () => {
    learnServerClock(responseAt(now), now + 3 * 86_400_000);
    expect(serverNow(now + 3 * 86_400_000)).toBe(now);
    learnServerClock(responseAt(now), now - 60_000);
    expect(serverNow(now)).toBe(now + 60_000);
  });

  it('stays as it was after a response without a date', () => {
    learnServerClock(responseAt(now), now - 60_000);
    for (const headers of [new Headers(), new Headers({ Date: 'today' })]) learnServerClock(headers, now);
    expect(serverNow(now)).toBe(now + 60_000);
  });
});
