import { splitDescription } from './description';

const LONG = 'Filters combine with AND. '.repeat(8).trim();

describe("an operation's description", () => {
  it('is shown to the end of its first sentence if it is long', () => {
    const { shown, more } = splitDescription(LONG);
    expect(shown).toBe('Filters combine with AND.');
    expect(`${shown} ${more}`).toBe(LONG);
  });

  it('is shown as a whole if it is short or one sentence', () => {
    expect(splitDescription('Free. For any valid key.').more).toBe('');
    expect(splitDescription(`${'word '.repeat(50)}end.`).more).toBe('');
  });
});
