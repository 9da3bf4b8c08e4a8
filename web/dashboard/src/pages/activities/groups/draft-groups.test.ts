import {
  addGroup,
  addTyped,
  changeGroup,
  draftOf,
  issueWithGroups,
  finished,
  removeGroup,
} from './draft-groups';

const TWO_GROUPS = {
  op: 'or',
  groups: [
    { scope: 'company', match: 'and', terms: ['series a'], exclude: [] },
    { scope: 'activity', match: 'or', terms: ['berlin'], exclude: ['rumour'] },
  ],
} as const;
const GROUPS = structuredClone(TWO_GROUPS) as unknown as Parameters<typeof draftOf>[0];

describe('groups while being edited', () => {
  it('are unchanged if nothing was edited', () => {
    expect(finished(draftOf(GROUPS))).toEqual(TWO_GROUPS);
  });

  it('start with an empty group, which is dropped at the end', () => {
    expect(draftOf(null).groups).toHaveLength(1);
    expect(finished(draftOf(null))).toBeNull();
  });

  it('include what was typed but not added', () => {
    const draft = draftOf(null);
    const typed = changeGroup(draft, 0, { typed: { terms: ' "head  of sales" ', exclude: 'intern' } });
    expect(finished(typed)?.groups).toEqual([
      { scope: 'activity', match: 'and', terms: ['head of sales'], exclude: ['intern'] },
    ]);
  });

  it('contain each term once', () => {
    const [group] = draftOf(GROUPS).groups;
    const again = addTyped({ ...group!, typed: { terms: 'series a', exclude: '' } }, 'terms');
    expect(again.terms).toEqual(['series a']);
    expect(again.typed.terms).toBe('');
  });

  it('are at most four, each with a unique key even after a removal', () => {
    let draft = removeGroup(draftOf(GROUPS), 0);
    for (let count = 0; count < 6; count++) draft = addGroup(draft);
    expect(draft.groups).toHaveLength(4);
    expect(new Set(draft.groups.map(({ key }) => key)).size).toBe(4);
  });
});

describe('unsearchable groups', () => {
  const issue = (terms: string[], exclude: string[] = []) =>
    issueWithGroups({ op: 'and', groups: [{ scope: 'activity', match: 'and', terms, exclude }] });
  const many = (count: number) => Array.from({ length: count }, (_, number) => `term ${number}`);

  it('say why', () => {
    expect(issue(many(31))).toBe('All groups together can have at most 30 terms; these have 31.');
    expect(issue(['a'], many(31))).toBe('A group can exclude at most 30 terms.');
    expect(issue(['x'.repeat(161)])).toBe('A term can have at most 160 characters.');
    expect(issue([], ['a'])).toBe('At least one group needs a term to look for.');
  });

  it('say so if no URL can hold them', () => {
    const exclude = Array.from({ length: 30 }, (_, number) => `${number}${'字'.repeat(158)}`);
    const group = { scope: 'activity', match: 'and', terms: ['a'], exclude } as const;
    const groups = Array.from({ length: 4 }, () => ({ ...group, terms: ['a'] }));
    expect(issueWithGroups({ op: 'and', groups })).toMatch(/too long to be sent/);
    expect(issueWithGroups({ op: 'and', groups: groups.slice(1) })).toBeUndefined();
  });

  it('exclude those within the limits', () => {
    expect(issue(many(30), many(30))).toBeUndefined();
    expect(issue(['😀'.repeat(160)])).toBeUndefined();
    expect(issueWithGroups(null)).toBeUndefined();
  });
});
