/** What a parameter is called on the page. */
const NAMES: Readonly<Record<string, string>> = {
  q: 'Search words',
  semantic: 'Meaning',
  all: 'All of these words',
  any: 'Any of these words',
  exact: 'Exact phrase',
  exclude: 'None of these words',
  searchGroups: 'Search groups',
  company: 'Company name',
  companySlug: 'Company',
  companies: 'Companies',
  country: 'Country',
  locations: 'Places',
  industry: 'Industry',
  industries: 'Industries',
  size: 'Employees',
  days: 'Date',
  dateRanges: 'Date',
  dateFrom: 'From',
  dateTo: 'Until',
  category: 'Categories',
  hiringState: 'Hiring type',
  hiringFunction: 'Job function',
  hiringSeniority: 'Seniority',
  hiringEmployment: 'Employment type',
  hiringWorkArrangement: 'Work arrangement',
  fundingStage: 'Funding stage',
  fundingCurrency: 'Currency',
  fundingMin: 'Raised at least',
  fundingMax: 'Raised at most',
  ids: 'Ids',
  activityIds: 'Ids',
};

export function nameOfParameter(parameter: string): string {
  return NAMES[parameter] ?? parameter;
}

/** Parameters' names that are no words of a sentence by themselves, such as `fundingMax`. */
const COMPOUND = /\b[a-z]+[A-Z][A-Za-z]*\b/g;

/**
 * A message of the data API for people at this page: without the advice to look at another endpoint, and with the fields'
 * names for the parameters'.
 */
export function faultForPeople(message: string): string {
  const text = message
    .replace(/; GET \/api\/v1\/filter-options lists what is$/, '')
    .replace(COMPOUND, (word) => (word in NAMES ? `“${NAMES[word]}”` : word))
    .trim();
  const sentence = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
