import { splitDescription } from './description';

const LONG = 'Filters combine with AND. '.repeat(8).trim();

describe("an operation's description", () => {
  it('is cut after its first sentence if it is long', () => {
    const { shown, more } = splitDescription(LONG);
    expect(shown).toBe('Filters combine with AND.');
    expect(`${shown} ${more}`).toBe(LONG);
  });

  it('is shown in full if it is short or a single sentence', () => {
    expect(splitDescription('Free. For any valid key.').more).toBe('');
    expect(splitDescription(`${'word '.repeat(50)}end.`).more).toBe('');
  });
});
