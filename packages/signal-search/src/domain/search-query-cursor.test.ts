import {
  cursorFor,
  cursors,
  issuesOf,
  foreignCursors,
  position,
  read,
  semanticCursor,
} from '../../test/search-query-fixture';

describe('cursor', () => {
  it('continues from its position with the same filters, in any order and with any limit', () => {
    const cursor = cursorFor({ q: 'a', companies: ['x', 'y'] });
    const first = read({ companies: 'y,x,y', cursor, q: 'a', limit: '7', country: '', countOnly: 'false' });
    expect(first.issues).toEqual([]);
    expect(first.after).toEqual(position);
  });

  it('is bound to its filters', () => {
    expect(issuesOf({ q: 'b', cursor: cursorFor({ q: 'a' }) })).toEqual([
      expect.stringMatching(/^cursor_mismatch cursor:/),
    ]);
  });

  it('is bound to values, not spelling: different spacing in JSON is the same filter', () => {
    const cursor = cursorFor({ industries: ['a', 'b'] });
    expect(read({ industries: '[ "b", "a" ]', cursor }).issues).toEqual([]);
  });

  it.each(['x', 'A'.repeat(60), 'A'.repeat(512)])('%s was not issued here', (cursor) => {
    expect(issuesOf({ cursor })).toEqual([expect.stringMatching(/^cursor_invalid cursor:/)]);
  });

  it('from another channel or account counts as modified, in both modes', () => {
    expect(issuesOf({ cursor: cursorFor({}) })).toEqual([]);
    const own = cursors.semantic.encode(semanticCursor());
    expect(issuesOf({ semantic: 'robots', q: 'a', limit: '5', cursor: own })).toEqual([]);
    for (const foreign of foreignCursors) {
      const invalid = [expect.stringMatching(/^cursor_invalid cursor:/)];
      expect(issuesOf({ cursor: cursorFor({}, foreign) })).toEqual(invalid);
      const cursor = foreign.semantic.encode(semanticCursor());
      expect(issuesOf({ semantic: 'robots', q: 'a', limit: '5', cursor })).toEqual(invalid);
      expect(issuesOf({ q: 'a', cursor })).toEqual(invalid);
    }
  });

  it("of more than 512 characters violates the parameter's rule", () => {
    expect(issuesOf({ cursor: 'A'.repeat(513) })).toEqual([
      'invalid_parameter cursor: must have at most 512 characters',
    ]);
  });

  it('is not called a mismatch when the filters themselves are invalid', () => {
    expect(issuesOf({ days: '8', cursor: cursorFor({}) })).toEqual([
      expect.stringMatching(/^invalid_parameter days/),
    ]);
  });

  it.each([
    ['limit', { limit: '0' }],
    ['page', { page: '1' }],
    ['countOnly', { countOnly: '1' }],
  ])('is a mismatch in addition to an issue in %s, which is not a filter', (name, invalid) => {
    const issues = issuesOf({ any: 'b', cursor: cursorFor({ any: 'a' }), ...invalid });
    expect(issues).toEqual([
      expect.stringContaining(` ${name}: `),
      expect.stringMatching(/^cursor_mismatch cursor: belongs to a search with other filters/),
    ]);
  });

  it('excludes page', () => {
    expect(issuesOf({ cursor: cursorFor({}), page: '1' })).toEqual([
      'invalid_parameter page: cannot be combined with cursor',
    ]);
  });
});
