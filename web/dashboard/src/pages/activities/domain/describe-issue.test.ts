import { describeIssue, nameOfParameter } from './describe-issue';

describe("a parameter's issue", () => {
  it.each([
    ['must not be more than fundingMax', 'Must not be more than “Raised at most”.'],
    ['must not be after dateTo', 'Must not be after “Until”.'],
    ['must not be before 2026-08-30', 'Must not be before 2026-08-30.'],
    [
      '"nope" is not a filter option; GET /api/v1/filter-options lists them',
      '"nope" is not a filter option.',
    ],
    ['groups[0].terms[2] must be a string', 'Groups[0].terms[2] must be a string.'],
  ])("uses the page's wording: %s", (message, sentence) => {
    expect(describeIssue(message)).toBe(sentence);
  });

  it('is named like its field', () => {
    expect(nameOfParameter('hiringWorkArrangement')).toBe('Work arrangement');
    expect(nameOfParameter('unheard-of')).toBe('unheard-of');
  });
});
