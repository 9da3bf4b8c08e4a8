/** Requests for which the sample corpus has interesting results. */
const examples: readonly { about: string; path: string; query: Record<string, string> }[] = [
  {
    about: 'a phrase, and an excluded word',
    path: '/api/v1/signals',
    query: { q: '"series a" -robotics', limit: '3' },
  },
  {
    about: 'structured filters: remote senior openings of the last 90 days',
    path: '/api/v1/signals',
    query: { hiringSeniority: 'senior', hiringWorkArrangement: 'remote', days: '90', limit: '3' },
  },
  {
    about: 'companies that both raised money and are hiring, with the evidence',
    path: '/api/v1/signals',
    query: {
      searchGroups: JSON.stringify({
        op: 'and',
        groups: [{ scope: 'company', match: 'and', terms: ['raises', 'hiring'] }],
      }),
      limit: '3',
    },
  },
];

/** Three commands, one per line, to paste into a shell. */
export function exampleCommands(gatewayUrl: string, key: string): { about: string; command: string }[] {
  return examples.map(({ about, path, query }) => {
    const parameters = Object.entries(query).map(
      ([name, value]) => ` --data-urlencode ${quoted(`${name}=${value}`)}`,
    );
    return {
      about,
      command: `curl -sG ${gatewayUrl}${path} -H ${quoted(`Authorization: Bearer ${key}`)}${parameters.join('')}`,
    };
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
