/**
 * Words people search for, by the page that answers them, if the page's own text lacks or buries them.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const synonyms = {
  'quick-start': 'start install java ruby php',
  authentication: 'token signin password security rotate revoke delete bearer team members roles invite',
  searching: 'filter keyword lookup find sort',
  groups: 'boolean combine',
  'semantic-search': 'vector embedding similarity meaning similar',
  paging: 'cursor pagination page export offset',
  'finding-values': 'autocomplete typeahead suggestions identify enrich domain email crm',
  changes: 'follow feed watch poll long polling sync updates withdrawn delta stream',
  'saved-searches': 'webhook alert alerts notification monitor follow subscribe delete',
  webhooks: 'webhook callback push signature notification slack',
  testing: 'sandbox mock fixture test trial',
  idempotency: 'retry retries duplicate timeout',
  errors: 'status code exception failure',
  limits: 'rate limit throttle quota 429 concurrency',
  budgets: 'budget maximum spend runaway cap',
  billing: 'price prices cost costs pricing pay payment money subscription invoice credit refund plan',
  receipts: 'audit proof statement verify bill invoice',
  'command-line': 'cli terminal shell csv json export download spreadsheet excel parquet',
  sdk: 'typescript javascript node nodejs deno bun browser library npm',
  python: 'python pip httpx asyncio trio async library pandas',
  agents: 'mcp llm claude vscode tools assistant chatgpt',
  'api-reference': 'openapi swagger postman bruno insomnia endpoint rest schema',
  'command-line-api': 'oauth pkce device refresh',
  changelog: 'release releases version versions breaking upgrade history',
  events: 'stream kafka warehouse',
  'self-hosting': 'install docker kubernetes helm deploy operate',
  alternatives:
    'compare comparison competitor versus opensearch elasticsearch meilisearch typesense openmeter rss',
  'recipe-lead-list': 'leads prospects sales spreadsheet',
  'recipe-hiring-watch': 'jobs hiring recruiting monitor',
  'recipe-crm': 'crm enrich enrichment salesforce hubspot',
  'recipe-agent': 'budget spending llm runaway',
};
