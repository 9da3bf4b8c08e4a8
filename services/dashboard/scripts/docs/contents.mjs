/** The pages in their order, by the names of their files. */
export const contents = [
  { title: 'Begin', pages: ['index', 'quick-start', 'authentication'] },
  { title: 'Search', pages: ['searching', 'groups', 'semantic-search', 'paging'] },
  { title: 'Use in earnest', pages: ['idempotency', 'errors', 'limits', 'billing'] },
  { title: 'Tools', pages: ['command-line', 'sdk'] },
  { title: 'Reference', pages: ['api-reference', 'command-line-reference', 'sdk-reference'] },
  { title: 'Operate', pages: ['events', 'self-hosting'] },
];

/** Where a page is served. */
export function addressOf(name) {
  return name === 'index' ? '/docs' : `/docs/${name}`;
}
