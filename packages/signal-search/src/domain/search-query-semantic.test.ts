import { cursorFor, cursors, issuesOf, nowMs, read, semanticCursor } from '../../test/search-query-fixture';

const HOUR = 3_600_000;

describe('semantic mode', () => {
  it.each([
    ['page', { page: '1' }],
    ['ids', { ids: '1' }],
    ['countOnly', { countOnly: 'true' }],
  ])('works without %s', (name, parameters: Record<string, string>) => {
    expect(issuesOf({ semantic: 'robots', ...parameters })).toEqual([
      `invalid_parameter ${name}: is not supported together with semantic`,
    ]);
  });

  it('accepts everything else', () => {
    const { semantic, issues } = read({
      semantic: 'robots',
      q: 'a',
      activityIds: '1',
      countOnly: 'false',
      limit: '5',
    });
    expect({ semantic, issues }).toEqual({ semantic: 'robots', issues: [] });
  });

  it('does not continue a keyword search', () => {
    expect(issuesOf({ semantic: 'robots', cursor: cursorFor({}) })).toEqual([
      expect.stringMatching(/^cursor_mismatch cursor: was made by a search without "semantic"/),
    ]);
  });

  describe('with a cursor', () => {
    const same = { semantic: 'robots', q: 'a', limit: '5' };
    const cursor = cursors.semantic.encode(semanticCursor());

    it('continues the same search', () => {
      const result = read({ ...same, cursor });
      expect(result).toMatchObject({ issues: [], after: undefined, continuation: semanticCursor() });
    });

    it.each([
      [{ semantic: 'robots ' }, 'another query'],
      [{ q: 'b' }, 'other filters'],
      [{ limit: '6' }, 'another limit'],
      [{ limit: '' }, 'another limit'],
      [{ semantic: 'drones', q: '' }, 'another query and other filters'],
      [{ semantic: 'drones', q: '', limit: '6' }, 'another query, other filters and another limit'],
    ])('reports %p as %s', (changes, words) => {
      expect(issuesOf({ ...same, ...changes, cursor })).toEqual([
        `cursor_mismatch cursor: belongs to a search with ${words}; repeat the search exactly, or start without the cursor`,
      ]);
    });

    it('is compared in all valid parameters', () => {
      expect(issuesOf({ ...same, q: 'other', limit: '0', cursor })).toEqual([
        expect.stringContaining(' limit: '),
        expect.stringContaining(' cursor: belongs to a search with other filters;'),
      ]);
    });

    it('treats an absent limit as the default', () => {
      const of50 = cursors.semantic.encode(semanticCursor({ limit: 50 }));
      expect(issuesOf({ ...same, limit: '', cursor: of50 })).toEqual([]);
    });

    it.each([
      [1 - HOUR, true],
      [-HOUR, false],
      [-25 * HOUR, false],
    ])('issued %p ms from now is valid: %p', (offset, holds) => {
      const issued = cursors.semantic.encode(semanticCursor({ issuedAtMs: nowMs + offset }));
      const issues = issuesOf({ ...same, cursor: issued });
      expect(issues).toEqual(holds ? [] : [expect.stringMatching(/^cursor_expired cursor: has expired/)]);
      // Only its age is reported: nothing is compared.
      expect(issuesOf({ ...same, q: 'b', cursor: issued })).toHaveLength(1);
    });

    it('is not compared when other parameters are invalid, but its age is checked', () => {
      expect(issuesOf({ ...same, q: 'b', days: '8', cursor })).toEqual([
        expect.stringMatching(/^invalid_parameter days/),
      ]);
      const old = cursors.semantic.encode(semanticCursor({ issuedAtMs: nowMs - HOUR }));
      expect(issuesOf({ ...same, days: '8', cursor: old }).map((issue) => issue.split(' ')[0])).toEqual([
        'invalid_parameter',
        'cursor_expired',
      ]);
    });

    it('does not continue a keyword search', () => {
      const issue = expect.stringMatching(/^cursor_mismatch cursor: was made by a semantic search/);
      expect(issuesOf({ q: 'a', limit: '5', cursor })).toEqual([issue]);
      expect(issuesOf({ q: 'a', countOnly: 'true', cursor })).toEqual([issue]);
    });

    it('is distinguished by mode, even when the text is invalid', () => {
      expect(issuesOf({ ...same, semantic: 'ab', cursor })).toEqual([
        expect.stringMatching(/^invalid_parameter semantic/),
      ]);
    });

    it('was not issued here', () => {
      expect(issuesOf({ ...same, cursor: 'A'.repeat(130) })).toEqual([
        expect.stringMatching(/^cursor_invalid cursor:/),
      ]);
    });
  });
});
