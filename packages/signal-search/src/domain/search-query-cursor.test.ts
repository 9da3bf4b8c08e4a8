import {
  cursorFor,
  cursors,
  faultsOf,
  foreignCursors,
  position,
  read,
  semanticCursor,
} from '../../test/search-query-fixture';

describe('cursor', () => {
  it('continues from its position with the same filters, in any order and with any limit', () => {
    const cursor = cursorFor({ q: 'a', companies: ['x', 'y'] });
    const first = read({ companies: 'y,x,y', cursor, q: 'a', limit: '7', country: '', countOnly: 'false' });
    expect(first.faults).toEqual([]);
    expect(first.after).toEqual(position);
  });

  it('is bound to its filters', () => {
    expect(faultsOf({ q: 'b', cursor: cursorFor({ q: 'a' }) })).toEqual([
      expect.stringMatching(/^cursor_mismatch cursor:/),
    ]);
  });

  it('is bound to values, not spelling: different spacing in JSON is the same filter', () => {
    const cursor = cursorFor({ industries: ['a', 'b'] });
    expect(read({ industries: '[ "b", "a" ]', cursor }).faults).toEqual([]);
  });

  it.each(['x', 'A'.repeat(60), 'A'.repeat(512)])('%s was not issued here', (cursor) => {
    expect(faultsOf({ cursor })).toEqual([expect.stringMatching(/^cursor_invalid cursor:/)]);
  });

  it('from another channel or account counts as modified, in both modes', () => {
    expect(faultsOf({ cursor: cursorFor({}) })).toEqual([]);
    const own = cursors.semantic.encode(semanticCursor());
    expect(faultsOf({ semantic: 'robots', q: 'a', limit: '5', cursor: own })).toEqual([]);
    for (const foreign of foreignCursors) {
      const invalid = [expect.stringMatching(/^cursor_invalid cursor:/)];
      expect(faultsOf({ cursor: cursorFor({}, foreign) })).toEqual(invalid);
      const cursor = foreign.semantic.encode(semanticCursor());
      expect(faultsOf({ semantic: 'robots', q: 'a', limit: '5', cursor })).toEqual(invalid);
      expect(faultsOf({ q: 'a', cursor })).toEqual(invalid);
    }
  });

  it("of more than 512 characters violates the parameter's rule", () => {
    expect(faultsOf({ cursor: 'A'.repeat(513) })).toEqual([
      'invalid_parameter cursor: must have at most 512 characters',
    ]);
  });

  it('is not called a mismatch when the filters themselves are invalid', () => {
    expect(faultsOf({ days: '8', cursor: cursorFor({}) })).toEqual([
      expect.stringMatching(/^invalid_parameter days/),
    ]);
  });

  it.each([
    ['limit', { limit: '0' }],
    ['page', { page: '1' }],
    ['countOnly', { countOnly: '1' }],
  ])('is a mismatch in addition to a fault in %s, which is not a filter', (name, faulty) => {
    const faults = faultsOf({ any: 'b', cursor: cursorFor({ any: 'a' }), ...faulty });
    expect(faults).toEqual([
      expect.stringContaining(` ${name}: `),
      expect.stringMatching(/^cursor_mismatch cursor: was made for other filters/),
    ]);
  });

  it('excludes page', () => {
    expect(faultsOf({ cursor: cursorFor({}), page: '1' })).toEqual([
      'invalid_parameter page: cannot be combined with cursor',
    ]);
  });
});
