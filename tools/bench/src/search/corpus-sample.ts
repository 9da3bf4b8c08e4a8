import { words } from '@heliograph/words';
import pg from 'pg';

/** Signals that are read at most: enough to tell words of a few in a million apart from common ones. */
const SAMPLE_SIGNALS = 200_000;

/** The part of a signal that queries are made of. */
export interface SampledSignal {
  title: string;
  /** Of the title, as searches see it. */
  words: readonly string[];
  activityDate: string;
  category: string;
  country?: string | undefined;
  companySlug: string;
}

export interface CorpusSample {
  /** Published ones of the whole corpus. */
  total: number;
  signals: readonly SampledSignal[];
}

type Row = Omit<SampledSignal, 'words' | 'country'> & { country: string | null };

/**
 * Reads published signals, all of them or evenly spread ones: the same for the same corpus.
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
