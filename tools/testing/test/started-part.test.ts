import { startBeforeAll, startBeforeEach } from '../src';

const events: string[] = [];

class Part {
  private uses = 0;

  constructor(readonly name: string) {}

  use(): number {
    return (this.uses += 1);
  }

  stop(): void {
    events.push(`${this.name} stopped after ${this.uses}`);
  }
}

let anew: Part;

describe('a part', () => {
  const once = startBeforeAll(async () => new Part('once'));
  anew = startBeforeEach(async () => new Part('anew'));
  const ended = startBeforeAll(
    async () => ({ name: 'ended', count: 1 }),
    ({ name, count }) => events.push(`${name} at ${count}`),
  );

  it('is used like the one it stands for', () => {
    expect([once.name, once.use(), anew.use(), anew.use()]).toEqual(['once', 1, 1, 2]);
    ended.count = 2;
    expect({ ...ended }).toEqual({ name: 'ended', count: 2 });
    expect(events).toEqual([]);
  });

  it('lives as long as requested', () => {
    expect([once.use(), anew.use()]).toEqual([2, 1]);
    expect(events).toEqual(['anew stopped after 2']);
  });
});

it('is stopped after the last test that may use it', () => {
  expect(() => anew.name).toThrow('not started');
  expect(events).toEqual([
    'anew stopped after 2',
    'anew stopped after 1',
    'once stopped after 2',
    'ended at 2',
  ]);
});
