import { NO_FILTERS, type ActivityFilters } from './filters';
import { adviceFor } from './nothing-found';

const advice = (filters: Partial<ActivityFilters>, filterCount = 0) => {
  const { sentences, offersMeaning } = adviceFor({ ...NO_FILTERS, ...filters }, filterCount);
  return [...sentences, ...(offersMeaning ? ['[meaning]'] : [])].join(' ');
};

const WHOLE = 'Words match whole words in titles.';
const REMOVE = 'Remove a filter to see more.';

describe('when nothing was found', () => {
  it('blames the words if there are no filters', () => {
    const text = `${WHOLE} Try fewer words, another form of them, or search by meaning. [meaning]`;
    expect(advice({ q: 'raises' })).toBe(text);
    expect(advice({ q: 'роботы' })).toBe(text);
    expect(advice({ q: '新能源 battery' })).toBe(text);
    expect(advice({ q: 'ab' })).toBe(`${WHOLE} Try fewer words or another form of them.`);
  });

  it('filters come first', () => {
    expect(advice({ q: 'raises', country: 'Japan' }, 1)).toMatch(
      new RegExp(`^${REMOVE} ${WHOLE}.*meaning]$`),
    );
    expect(advice({ all: 'raises' }, 1)).toBe(`${REMOVE} ${WHOLE} Try fewer words or another form of them.`);
    expect(advice({ country: 'Japan' }, 1)).toBe(REMOVE);
  });

  it.each(['新能源', '로봇 공장', 'หุ่นยนต์'])('advice about whole words and meaning is omitted for %s', (q) => {
    expect(advice({ q })).toBe('Try fewer or other words.');
    expect(advice({ q }, 1)).toBe(`${REMOVE} Try fewer or other words.`);
  });

  it('a semantic search gets advice only about filters', () => {
    expect(advice({ semantic: 'walking machines' })).toBe('');
    expect(advice({ semantic: 'walking machines' }, 1)).toMatch(/^Filters apply within/);
  });

  it('there may be nothing at all', () => {
    expect(advice({})).toBe('Nothing has been published yet.');
  });
});
