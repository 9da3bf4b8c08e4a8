import type { Command } from 'commander';
import { CommandError, describeFailure } from '../failure';
import { catalogUrlOf } from '../system/database';
import { isSystemAlive, notRunning, type SystemLocation } from '../system/locate-system';
import { withDatabase } from '../system/query';
import { ANSWER_WITHIN_MS, askWhetherReady, publicUrlsOf } from '../system/readiness';
import { describedCommand, type RunAction } from './command';

const DETAILS = `
Asks the services, the gateway, and the dashboard, each of which has ${ANSWER_WITHIN_MS / 1000} seconds to answer, and reads the database.
In a cluster, asks only the services whose addresses are given.

Exit status: 0 all ready, 1 something is not, or failure.`;

interface CorpusFigures {
  companies: number;
  signals: number;
  unpublished: number;
  withdrawn: number;
  /** Signals semantic search cannot find yet; null when none are embedded. */
  waitingForEmbedding: number | null;
  version: string;
}

export function statusCommand(run: RunAction): Command {
  return describedCommand(
    'status',
    'show whether the system is running, and what the corpus contains',
    'status',
  )
    .addHelpText('after', DETAILS)
    .action((options: { json?: boolean }) =>
      run(options, async ({ terminal, location, environment }) => {
        const { file } = location;
        const located =
          file !== undefined || location.databaseUrl !== undefined || location.catalogUrl !== undefined;
        if (!located) throw notRunning(location, 'DATABASE_URL_CATALOG');
        if (file !== undefined && !isSystemAlive(location))
          throw notRunning(location, 'DATABASE_URL_CATALOG');
        const [services, corpus] = await Promise.all([
          askWhetherReady(location),
          readCorpus(location, environment),
        ]);
        const urls = publicUrlsOf(location);
        const document = {
          // If DATABASE_URL names the system, the home on this machine is irrelevant.
          home: file && location.home,
          gatewayUrl: file?.gatewayUrl,
          dashboardUrl: file?.dashboardUrl,
          startedAt: file?.startedAt,
          services,
          ...corpus,
        };
        const text = terminal.facts([
          ['home', file && location.home],
          ['started', file?.startedAt],
          ...Object.entries(services).map(
            ([name, ready]) => [name, describeReadiness(ready, urls[name])] as const,
          ),
          ['database', 'corpus' in corpus ? 'ready' : corpus.databaseError],
          ...('corpus' in corpus ? describeCorpus(corpus.corpus) : []),
        ]);
        terminal.result(document, text);
        const broken = Object.entries(services).flatMap(([name, ready]) => (ready ? [] : [name]));
        if (!('corpus' in corpus)) broken.push('the database');
        if (broken.length > 0) throw new CommandError(`not ready: ${broken.join(', ')}`);
      }),
    );
}

function describeReadiness(isReady: boolean, url: string | undefined): string {
  const state = isReady ? 'ready' : 'NOT READY';
  return url === undefined ? state : `${state} (${url})`;
}

async function readCorpus(
  location: SystemLocation,
  environment: NodeJS.ProcessEnv,
): Promise<{ corpus: CorpusFigures } | { databaseError: string }> {
  const catalogUrl = catalogUrlOf(location);
  try {
    const corpus = await withDatabase(catalogUrl, async (pool) => {
      const { rows } = await pool.query<
        Record<Exclude<keyof CorpusFigures, 'waitingForEmbedding'>, string> & {
          waitingForEmbedding: string | null;
        }
      >(
        `SELECT (SELECT count(*) FROM catalog.company) AS companies,
                (SELECT count(*) FROM catalog.signal) AS signals,
                (SELECT count(*) FROM catalog.signal WHERE pending AND published_at > now()) AS unpublished,
                (SELECT count(*) FROM catalog.withdrawal) AS withdrawn,
                (SELECT greatest(0, signals - embedded) FROM catalog.vector_collection ORDER BY updated_at DESC LIMIT 1)
                  AS "waitingForEmbedding",
                version::text
           FROM catalog.state`,
      );
      return rows[0]!;
    });
    return {
      corpus: {
        companies: Number(corpus.companies),
        signals: Number(corpus.signals),
        unpublished: Number(corpus.unpublished),
        withdrawn: Number(corpus.withdrawn),
        waitingForEmbedding: corpus.waitingForEmbedding === null ? null : Number(corpus.waitingForEmbedding),
        version: corpus.version,
      },
    };
  } catch (error) {
    return { databaseError: describeFailure(error, environment).line };
  }
}

function describeCorpus(corpus: CorpusFigures): (readonly [string, string])[] {
  const number = (count: number) => count.toLocaleString('en-US');
  return [
    ['companies', number(corpus.companies)],
    ['signals', `${number(corpus.signals)}, ${number(corpus.unpublished)} of them not published yet`],
    ['withdrawn', number(corpus.withdrawn)],
    [
      'to be embedded',
      corpus.waitingForEmbedding === null ? 'nothing is embedded' : number(corpus.waitingForEmbedding),
    ],
  ];
}
