import pg from 'pg';
import { createHash } from 'node:crypto';
import { compileCount } from '@heliograph/search/dist/domain/compile-count';
import { compilePage } from '@heliograph/search/dist/domain/compile-page';
import type { SearchGroups, SearchQuery } from '@heliograph/search/dist/domain/query';
import { searchSettings } from '@heliograph/search/dist/storage/session';
import { loadStatistics } from '@heliograph/search/dist/storage/statistics-store';
import type { Statement } from './statement';

const DEFAULT_LIMIT = 50;

/**
 * The very statements that the search service sends for these parameters, so that a baseline without the product
 * does the same work in the database.
 */
export async function compileQueries(
  connectionString: string,
  queries: readonly Record<string, string>[],
): Promise<Statement[]> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  try {
    const context = { today: new Date().toISOString().slice(0, 10), statistics: await loadStatistics(pool) };
    return queries.map((parameters) => {
      const query = toSearchQuery(parameters);
      const statement = parameters.countOnly
        ? compileCount(query, context)
        : compilePage(query, { limit: DEFAULT_LIMIT }, context);
      if (!statement) throw new Error(`nothing can match ${JSON.stringify(parameters)}`);
      const name = createHash('sha1').update(statement.text).digest('hex');
      return { name, ...statement };
    });
  } finally {
    await pool.end();
  }
}

/** What the search service sets on each of its connections. */
export const sessionSettings = searchSettings;

function toSearchQuery(parameters: Record<string, string>): SearchQuery {
  const { q, country, category, searchGroups, dateFrom, dateTo } = parameters;
  return {
    q,
    country,
    dateFrom,
    dateTo,
    categories: category === undefined ? undefined : [category],
    searchGroups: searchGroups === undefined ? undefined : withExclusions(JSON.parse(searchGroups)),
  };
}

/** The API's default for a group without exclusions. */
function withExclusions(groups: SearchGroups): SearchGroups {
  return { ...groups, groups: groups.groups.map((group) => ({ ...group, exclude: group.exclude ?? [] })) };
}
