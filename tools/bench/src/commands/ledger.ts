import { BareUpdates } from '../baselines/bare-updates';
import { BenchedLedger, type LedgerClient } from '../benched-ledger';
import { accountIdOf, chargeLoad } from '../charge-load';
import { drainRate } from '../drain-rate';
import { median, round } from '../percentiles';
import type { Report } from '../report';

export interface LedgerBenchOptions {
  /** Seconds per measurement of the baseline. */
  seconds: number;
  /** Charges per measurement of the ledger. */
  charges: number;
  /** Rounds that alternate between charges and the baseline; medians are reported. */
  rounds: number;
  inFlight: number;
  answerBytes: number;
  /** Events in the outbox when the relay starts. */
  events: number;
}

const ACCOUNTS = [1, 1_000];

/**
 * Charges per second over the ledger's RPC, on one hot account and across a thousand, each with its idempotency record,
 * response, entry, and outbox row; with and without claiming its key first; alternating with a loop of bare
 * updates in the same database. First without a relay, as if another process published, then with this process
 * publishing to the log in the same PostgreSQL. Also measures how fast the relay drains a full outbox.
 */
export async function benchLedger(report: Report, options: LedgerBenchOptions): Promise<void> {
  const benched = await BenchedLedger.start();
  try {
    for (const relay of ['off', 'on']) {
      const client = await benched.run({ RELAY: relay });
      for (const accounts of ACCOUNTS) {
        report.add({
          bench: 'ledger',
          relay,
          ...(await measureCharges(benched, client, accounts, options)),
        });
      }
    }
    report.add({ bench: 'relay', ...(await drainRate(benched, options.events)) });
  } finally {
    await benched.destroy();
  }
}

async function measureCharges(
  benched: BenchedLedger,
  client: LedgerClient,
  accounts: number,
  options: LedgerBenchOptions,
) {
  const { seconds, rounds } = options;
  const bare = await BareUpdates.prepare(benched.adminUrl, accounts);
  const connections = await bare.bestConnections(seconds);
  await benched.fundAccounts(Array.from({ length: accounts }, (_, number) => accountIdOf(number, accounts)));
  // Warm-up: plans, caches, compiled code.
  await chargeLoad(client, { ...options, accounts });
  const turns = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const updates = await bare.perSecond(connections, seconds);
    const charges = await chargeLoad(client, { ...options, accounts });
    turns.push({ updates, charges, ratio: charges.chargesPerSecond / updates });
  }
  return {
    accounts,
    chargesPerSecond: median(turns.map(({ charges }) => charges.chargesPerSecond)),
    requestsPerSecond: median(turns.map(({ charges }) => charges.requestsPerSecond)),
    p50: median(turns.map(({ charges }) => charges.p50)),
    p99: median(turns.map(({ charges }) => charges.p99)),
    bareUpdatesPerSecond: median(turns.map(({ updates }) => updates)),
    bareConnections: connections,
    ratioToBare: round(median(turns.map(({ ratio }) => ratio))),
  };
}
