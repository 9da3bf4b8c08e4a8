import type { CallName } from '@heliograph/contract';
import { asCommand } from './as-command';

const command = (name: CallName, ...values: [string, string][]) => asCommand({ name, values });
const search = (...values: [string, string][]) => command('search', ...values);

describe('the command of a search', () => {
  it('has a flag for each parameter', () => {
    expect(
      search(
        ['q', 'robots "series a" -layoffs'],
        ['all', 'raises million'],
        ['searchGroups', '{"op":"or","groups":[{"scope":"company","match":"and","terms":["a"]}]}'],
        [
          'locations',
          '[{"kind":"country","value":"Germany"},{"kind":"city","value":"Paris","country":"France"}]',
        ],
        ['industries', '["Food, Beverages","Robotics"]'],
        ['category', 'funding,hiring'],
        ['hiringWorkArrangement', 'remote'],
        ['fundingMin', '5000000'],
        ['limit', '5'],
        ['fields', 'title,company'],
        ['matched', 'true'],
      ).split(' \\\n  '),
    ).toEqual([
      'signals search',
      `--q 'robots "series a" -layoffs'`,
      `--all-words 'raises million'`,
      `--groups-json '{"op":"or","groups":[{"scope":"company","match":"and","terms":["a"]}]}'`,
      '--locations country:Germany',
      '--locations city:Paris@France',
      `--industries 'Food, Beverages'`,
      '--industries Robotics',
      '--category funding,hiring',
      '--hiring-work-arrangement remote',
      '--funding-min 5000000',
      '--limit 5',
      '--json --fields title,company',
      '--matched',
    ]);
  });

  it('is bare if nothing is filtered', () => {
    expect(search()).toBe('signals search');
  });

  it('keeps joiners inside words', () => {
    expect(search(['q', '-می\u200cخواهم\u202e'])).toContain('-می\u200cخواهم ');
  });

  it('cannot be mistaken for another one', () => {
    expect(search(['q', '-layoffs'])).toContain('--q=-layoffs');
    expect(search(['q', `a'$(id)\u001b[2J`])).toContain(`--q 'a'\\''$(id) [2J'`);
    expect(search(['locations', '[{"kind":"city","value":"a@b"}]'])).toContain(
      `--locations-json '[{"kind":"city","value":"a@b"}]'`,
    );
    expect(search(['locations', '[{"kind'])).toContain(`--locations-json '[{"kind'`);
  });
});

describe('the command of a call that writes', () => {
  const query: [string, string] = ['query', '{"q":"raises","country":"Germany"}'];

  it('passes the search as flags, and the headers it knows', () => {
    expect(
      command(
        'create-saved-search',
        ['name', 'Funding in Germany'],
        query,
        ['webhook', '{"url":"https://example.com/hook"}'],
        ['maxRecordsPerDay', '500'],
        ['Idempotency-Key', 'saved-search-0001'],
      ).split(' \\\n  '),
    ).toEqual([
      'signals saved create',
      `--name 'Funding in Germany'`,
      '--q raises',
      '--country Germany',
      '--webhook https://example.com/hook',
      '--max-records-per-day 500',
      '--idempotency-key saved-search-0001',
    ]);
  });

  const id = '019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d';

  it('removes, and deletes', () => {
    expect(
      command('update-saved-search', ['id', id], ['webhook', 'null'], ['maxRecordsPerDay', 'null']),
    ).toBe(`signals saved update ${id} \\\n  --no-webhook \\\n  --no-max-records-per-day`);
    expect(command('delete-saved-search', ['id', id])).toBe(`signals saved delete ${id}`);
  });

  it('rotates, tests, and resends', () => {
    expect(command('rotate-secret', ['id', id])).toBe(`signals saved rotate-secret ${id}`);
    expect(command('test-webhook', ['id', id])).toBe(`signals saved test ${id}`);
    expect(command('replay-delivery', ['id', id], ['deliveryId', '-x'])).toBe(
      `signals saved replay ${id} \\\n  --delivery=-x`,
    );
    expect(command('replay-deliveries', ['id', id], ['since', '2026-11-23T08:00:00Z'])).toBe(
      `signals saved replay ${id} \\\n  --since 2026-11-23T08:00:00Z`,
    );
  });
});

describe('the command of another call', () => {
  it('is its own, with the arguments in place', () => {
    expect(command('suggest', ['kind', 'city'], ['prefix', 'san fr'], ['limit', '5'])).toBe(
      `signals suggest city 'san fr' \\\n  --limit 5`,
    );
    expect(command('company', ['slug', 'acme'], ['fields', 'name'])).toBe(
      'signals company acme \\\n  --json --fields name',
    );
    expect(command('company', ['slug', '--help'])).toBe('signals company \\\n  -- --help');
    expect(command('filter-options')).toBe('signals options');
    expect(command('deliveries', ['id', 'an-id'], ['limit', '5'])).toBe(
      'signals saved deliveries an-id \\\n  --limit 5',
    );
  });

  it('is the raw request if the client has no other', () => {
    expect(command('changes', ['category', 'funding'], ['limit', '50'])).toBe(
      'signals api changes \\\n  -f category=funding \\\n  -f limit=50',
    );
    expect(command('receipts', ['month', '2026-11'], ['cursor', 'abc'])).toContain(
      'signals api usage/receipts',
    );
    expect(search(['q', 'robots'], ['X-Max-Records', '5'], ['Idempotency-Key', 'a-key-0001'])).toBe(
      `signals api signals \\\n  -f q=robots \\\n  -H 'X-Max-Records: 5' \\\n  --idempotency-key a-key-0001`,
    );
    expect(command('receipts', ['month', '2026-11'])).toBe('signals receipts \\\n  --month 2026-11');
  });
});
