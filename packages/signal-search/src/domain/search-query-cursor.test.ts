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
  it('continues after its place with the same filters, in whatever order and with whatever limit', () => {
    const cursor = cursorFor({ q: 'a', companies: ['x', 'y'] });
    const first = read({ companies: 'y,x,y', cursor, q: 'a', limit: '7', country: '', countOnly: 'false' });
    expect(first.faults).toEqual([]);
    expect(first.after).toEqual(position);
  });

  it('belongs to its filters', () => {
    expect(faultsOf({ q: 'b', cursor: cursorFor({ q: 'a' }) })).toEqual([
      expect.stringMatching(/^cursor_mismatch cursor:/),
    ]);
  });

  it('is read as written: other spacing of JSON is the same filter', () => {
    const cursor = cursorFor({ industries: ['a', 'b'] });
    expect(read({ industries: '[ "b", "a" ]', cursor }).faults).toEqual([]);
  });

  it.each(['x', 'A'.repeat(60), 'A'.repeat(512)])('%s was not made here', (cursor) => {
    expect(faultsOf({ cursor })).toEqual([expect.stringMatching(/^cursor_invalid cursor:/)]);
  });

  it('of another channel or account is as one that was changed, of both modes', () => {
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

  it('of more than 512 characters breaks the rule of the parameter', () => {
    expect(faultsOf({ cursor: 'A'.repeat(513) })).toEqual([
      'invalid_parameter cursor: must have at most 512 characters',
    ]);
  });

  it('is not called a mismatch when the filters themselves are faulty', () => {
    expect(faultsOf({ days: '8', cursor: cursorFor({}) })).toEqual([
      expect.stringMatching(/^invalid_parameter days/),
    ]);
  });

  it.each([
    ['limit', { limit: '0' }],
    ['page', { page: '1' }],
    ['countOnly', { countOnly: '1' }],
  ])('is a mismatch beside a fault of %s, which is no filter', (name, faulty) => {
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
