import type { UsageRow } from '@heliograph/dashboard-api';
import { once } from 'node:events';
import { checkShownAccount } from '../../auth/same-site';
import { csvLine } from '../../domain/csv';
import type { Exchange } from '../../http/exchange';
import { endpoint } from '../endpoint';
import { readUsageReport, USAGE_PARAMETERS } from './read-report';

const COLUMNS: readonly (readonly [string, (row: UsageRow) => string | number])[] = [
  ['date', (row) => row.date],
  ['credential', (row) => row.credentialName],
  ['credential_id', (row) => row.credentialId],
  ['channel', (row) => row.channel],
  ['operation', (row) => row.operation],
  ['requests', (row) => row.requests],
  ['records', (row) => row.records],
  ['allowance_records', (row) => row.allowanceRecords],
  ['prepaid_records', (row) => row.prepaidRecords],
  ['subscription_records', (row) => row.subscriptionRecords],
  ['cost_usd', (row) => row.cost],
];

/**
 * Without it, Excel takes UTF-8 for the system's code page. Only files for people have it: programs, which may take it
 * for a part of the first title, use the API or the command-line client.
 */
const BYTE_ORDER_MARK = '\ufeff';
const LINES_AT_ONCE = 500;

/** `GET /usage.csv?month=&account=`: the rows of `GET /usage`, streamed at the browser's pace. */
export const getUsageFile = endpoint({
  name: 'getUsageFile',
  query: new Set([...USAGE_PARAMETERS, 'account']),
  checksQuery: true,
  async run(request) {
    // A link cannot send a header to say which account its page shows.
    checkShownAccount(request.query.values.get('account'), request.signedIn.account.id);
    const { month, rows } = await readUsageReport(request);
    await sendLines(request.exchange, `heliograph-usage-${month}.csv`, rows);
    return undefined;
  },
});

async function sendLines(exchange: Exchange, name: string, rows: readonly UsageRow[]): Promise<void> {
  const { response } = exchange;
  exchange.setHeader('Content-Type', 'text/csv; charset=utf-8');
  exchange.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  exchange.setHeader('Cache-Control', 'no-store');
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  response.write(BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title)));
  for (let start = 0; start < rows.length; start += LINES_AT_ONCE) {
    const lines = rows
      .slice(start, start + LINES_AT_ONCE)
      .map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row))));
    if (!response.write(lines.join(''))) await Promise.race([once(response, 'drain'), closed]);
    if (exchange.isAbandoned) return;
  }
  response.end();
}
