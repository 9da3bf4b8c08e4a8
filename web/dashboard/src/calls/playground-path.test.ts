import { CALL_NAMES, callOf, describedCall } from '@heliograph/contract';
import { callOfValues, playgroundPath, readPlayground, valuesForCall } from './playground-path';

const read = (text: string) => readPlayground(new URLSearchParams(text));

describe('the URL of a playground', () => {
  it('contains the call and its parameters, and nothing else', () => {
    const path = playgroundPath({
      name: 'search',
      values: [
        ['q', 'a & b'],
        ['limit', ''],
        ['key', 'hg_live_x'],
      ],
    });
    expect(path).toBe('/playground?call=search&q=a+%26+b');
    expect(read(path.slice(path.indexOf('?')))).toEqual({
      name: 'search',
      values: { q: 'a & b' },
      ignored: [],
    });
  });

  it('round-trips each call', () => {
    for (const name of CALL_NAMES) {
      const values = callOf(name).starts;
      const path = playgroundPath(callOfValues(name, values));
      expect(read(path.slice(path.indexOf('?')))).toEqual({ name, values, ignored: [] });
    }
  });

  it('without parameters is a search that finds something', () => {
    expect(read('')).toEqual({ name: 'search', values: callOf('search').starts, ignored: [] });
    // A search without filters can be linked, too.
    expect(read('call=search').values).toEqual({});
  });

  it('reports what it does not know', () => {
    expect(read('call=drop&q=a')).toMatchObject({ name: 'search', ignored: ['call=drop'] });
    expect(read('call=usage&q=a&month=2026-11')).toEqual({
      name: 'usage',
      values: { month: '2026-11' },
      ignored: ['q'],
    });
  });

  it("has a parameter of its own for the call's name", () => {
    for (const name of CALL_NAMES)
      expect(describedCall(name).fields.map((field) => field.name)).not.toContain('call');
  });
});

describe('choosing another call', () => {
  it('keeps the filters', () => {
    expect(valuesForCall('count', { q: 'robots', limit: '7', cursor: 'x' })).toEqual({
      q: 'robots',
      facets: 'country,month',
    });
    expect(valuesForCall('search', { q: 'robots', facets: 'city' })).toEqual({ q: 'robots', limit: '5' });
  });

  it('keeps the id of what the call is about', () => {
    expect(valuesForCall('rotate-secret', { id: 'an-id', name: 'A name' })).toEqual({ id: 'an-id' });
    expect(valuesForCall('saved-search-changes', { id: 'an-id', limit: '7' })).toEqual({
      id: 'an-id',
      limit: '50',
    });
    expect(valuesForCall('search', { id: 'an-id' })).toEqual(callOf('search').starts);
  });

  it('otherwise starts over', () => {
    expect(valuesForCall('company', { q: 'robots' })).toEqual(callOf('company').starts);
    expect(valuesForCall('count', {})).toEqual(callOf('count').starts);
  });
});
