import { quantity } from '@heliograph/contract';
import type { indexer } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../failure';
import { parseWhole } from '../input/parse-whole';
import { call, withIndexer, type IndexerClient } from '../system/services';
import { EmbedBar, silentEmbedProgress } from '../terminal/embed-progress';
import { describedCommand, type RunAction } from './command';

const POLL_MS = 300;
/** A blocker that lasts this long will not clear on its own. */
const STALL_TIMEOUT_MS = 30_000;
/** How long the indexer may be down, such as during a restart. */
const ABSENCE_MS = 30_000;
const STATUS_TIMEOUT_MS = 60_000;
const MAXIMUM_TIMEOUT_SECONDS = 7 * 86_400;

const DETAILS = `
Signals are embedded automatically after an import; this repairs what is missing and waits until it is done. You can stop it at any time: the indexer continues.
--json prints {embedded, remaining, seconds}.
Signals that cannot be embedded are listed by "dead-letters list --topic signals" and are not counted as remaining.
Exit status: 0 nothing is left, 1 something is, or failure.`;

interface Outcome {
  first: indexer.IndexStatus;
  last: indexer.IndexStatus;
  failure?: string;
}

export function embedCommand(run: RunAction): Command {
  return describedCommand('embed', 'embed what is missing for semantic search, and wait for it', 'embed')
    .option('--timeout <seconds>', 'stop waiting after this long; the indexer continues')
    .addHelpText('after', DETAILS)
    .action((options: { json?: boolean; timeout?: string }) =>
      run(options, async ({ terminal, location }) => {
        const started = performance.now();
        const timeoutMs =
          options.timeout === undefined
            ? Infinity
            : parseWhole(options.timeout, '--timeout', 1, MAXIMUM_TIMEOUT_SECONDS) * 1_000;
        const progress = terminal.watched ? new EmbedBar(terminal.watched) : silentEmbedProgress;
        const { first, last, failure } = await withIndexer(location, (client) =>
          untilEmbedded(client, timeoutMs, (status) => progress.show(status)),
        ).finally(() => progress.end());
        const embedded = Math.max(0, Number(last.embedded - first.embedded));
        const seconds = Math.round((performance.now() - started) / 10) / 100;
        terminal.result(
          { embedded, remaining: Number(last.remaining), seconds },
          `Embedded ${quantity(embedded, 'signal')} in ${seconds.toFixed(1)} s; ` +
            `${last.embedded.toLocaleString('en-US')} of ${last.signals.toLocaleString('en-US')} are in the index.`,
        );
        if (last.dead > 0n) terminal.note(deadNote(last.dead));
        if (failure) throw new CommandError(failure);
      }),
    );
}

/** Starts a repair and follows it until it finishes, across indexer restarts. */
async function untilEmbedded(
  client: IndexerClient,
  timeoutMs: number,
  show: (status: indexer.IndexStatus) => void,
): Promise<Outcome> {
  const end = performance.now() + timeoutMs;
  const first = await withRetries(() => client.getStatus({}, call(STATUS_TIMEOUT_MS)));
  await withRetries(() => client.startRepair({}, call()));
  let heldUpSince: number | undefined;
  let { embedded } = first;
  for (;;) {
    const last = await withRetries(() => client.getStatus({}, call(STATUS_TIMEOUT_MS)));
    show(last);
    const outcome = { first, last };
    if (isDone(last)) return outcome;
    const now = performance.now();
    // On a busy machine some calls fail, and others succeed.
    heldUpSince = last.blocker === '' || last.embedded > embedded ? undefined : (heldUpSince ?? now);
    ({ embedded } = last);
    if (heldUpSince !== undefined && now - heldUpSince > STALL_TIMEOUT_MS) {
      return { ...outcome, failure: `embedding is stalled: ${last.blocker}` };
    }
    if (now > end) {
      return {
        ...outcome,
        failure: `${quantity(last.remaining, 'signal is', 'signals are')} not embedded yet; the indexer continues`,
      };
    }
    await delay(POLL_MS);
  }
}

const isDone = ({ complete, lag, remaining, repairing }: indexer.IndexStatus): boolean =>
  complete && !repairing && lag === 0n && remaining === 0n;

const deadNote = (dead: bigint): string =>
  `${quantity(dead, 'signal')} cannot be embedded: see "heliograph-admin dead-letters list --topic signals"`;

/** Retries for a while if the indexer does not answer. */
async function withRetries<T>(ask: () => Promise<T>): Promise<T> {
  const end = performance.now() + ABSENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isDown = error instanceof ServiceError && error.code === 'unavailable';
      if (!isDown || performance.now() > end) throw error;
      await delay(POLL_MS);
    }
  }
}
