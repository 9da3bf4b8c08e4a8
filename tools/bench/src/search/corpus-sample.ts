import { words } from '@heliograph/words';
import pg from 'pg';

/** Maximum number of signals to read: enough to tell words that occur in a few signals per million from common ones. */
const SAMPLE_SIGNALS = 200_000;

/** The part of a signal that queries are drawn from. */
export interface SampledSignal {
  title: string;
  /** Words of the title, as searches see them. */
  words: readonly string[];
  activityDate: string;
  category: string;
  country?: string | undefined;
  companySlug: string;
}

export interface CorpusSample {
  /** Published signals in the whole corpus. */
  total: number;
  signals: readonly SampledSignal[];
}

type Row = Omit<SampledSignal, 'words' | 'country'> & { country: string | null };

/**
 * Reads published signals, all or an evenly spread sample, the same for the same corpus.
 *
 * @param connectionString of a role that may read `catalog`.
 */
export async function readSample(connectionString: string): Promise<CorpusSample> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const published = `FROM (SELECT id, document::jsonb AS item FROM catalog.signal_document) AS document
      WHERE (item ->> 'publishedAt')::timestamptz <= now()`;
    const [counted] = (await client.query<{ total: string }>(`SELECT count(*) AS total ${published}`)).rows;
    const total = Number(counted!.total);
    const every = Math.max(1, Math.ceil(total / SAMPLE_SIGNALS));
    const { rows } = await client.query<Row>(
      `SELECT item ->> 'title' AS title, item ->> 'activityDate' AS "activityDate", item ->> 'category' AS category,
              item ->> 'country' AS country, item -> 'company' ->> 'slug' AS "companySlug"
         ${published} AND mod(abs(hashtextextended(id::text, 0) % 1000003), $1) = 0 ORDER BY id`,
      [every],
    );
    return {
      total,
      signals: rows.map(({ country, ...row }) => ({
        ...row,
        words: words(row.title),
        country: country ?? undefined,
      })),
    };
  } finally {
    await client.end();
  }
}
