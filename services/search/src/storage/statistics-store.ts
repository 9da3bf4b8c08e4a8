import type { Pool } from 'pg';
import { Statistics } from '../domain/statistics';

/** Reads what the choice of plans goes by, and which version of it this is. */
export async function loadStatistics(pool: Pool): Promise<Statistics> {
  const { rows } = await pool.query<{
    shares: Record<string, number> | null;
    days: [string, number][] | null;
    bitmaps: string[] | null;
  }>(
    `SELECT (SELECT json_object_agg(lexeme, share) FROM catalog.term) AS shares,
            (SELECT json_agg(json_build_array(activity_date, signals) ORDER BY activity_date) FROM catalog.day) AS days,
            (SELECT json_agg(lexeme) FROM catalog.bitmap_lexeme) AS bitmaps`,
  );
  const figures = rows[0];
  return new Statistics({
    shares: new Map(Object.entries(figures?.shares ?? {})),
    days: (figures?.days ?? []).map(([day, signals]) => ({ day, signals })),
    bitmaps: new Set(figures?.bitmaps),
  });
}

/** The version of the statistics now stored. */
export async function statisticsVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(
    'SELECT statistics_version::text AS version FROM catalog.state',
  );
  return rows[0]?.version ?? '';
}
