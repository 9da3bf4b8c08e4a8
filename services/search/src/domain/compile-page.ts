import { costs, stagesCost } from './cost';
import { always, and, never, upperBound } from './expression';
import { isImpossible, readFilters } from './filters';
import { readGroups } from './groups';
import { chosenSql, type FoundSql } from './found';
import { groupsPageCost } from './group-cost';
import { groupsPage, groupsPageOfIds } from './group-plans';
import type { CompilerContext } from './context';
import type { PageRequest, SearchQuery } from './query';
import {
  afterSql,
  conjunction,
  daysSql,
  matchesSql,
  newestFirst,
  Parameters,
  type Plan,
  type PlannedStatement,
} from './sql';
import { chooseStages, dueSql, stageSql, type Wanted } from './stages';
import type { Statistics } from './statistics';

/**
 * Compiles a search to one statement whose rows are `document`, `id` and `activity_date` of up to `limit + 1` items in order; null when nothing
 * can match.
 */
export function compilePage(
  query: SearchQuery,
  request: PageRequest,
  context: CompilerContext,
): PlannedStatement | null {
  const filters = readFilters(query, context.today);
  const groups = readGroups(query.searchGroups);
  if (isImpossible(filters)) return null;
  const offset = ((request.page ?? 1) - 1) * request.limit;
  const wanted: Wanted = {
    expression: and(filters.expression, groups?.row ?? always),
    days: filters.days,
    after: request.after,
    count: offset + request.limit + 1,
  };
  if (upperBound(wanted.expression) === never) return null;
  const parameters = new Parameters();
  const { statistics } = context;
  const ofIds = (ids: readonly string[]) => ({ plan: 'ids' as const, cost: ids.length * costs.item });
  const found: FoundSql & { plan: Plan; cost: number } =
    groups && groups.companyGroups.length > 0
      ? filters.ids
        ? { ...ofIds(filters.ids), ...groupsPageOfIds(filters, filters.ids, groups, wanted, parameters) }
        : {
            plan: 'groups',
            cost: groupsPageCost(filters, groups, wanted, statistics),
            ...groupsPage(filters, groups, wanted, statistics, parameters),
          }
      : filters.ids
        ? { ...ofIds(filters.ids), ...pageOfIds(filters.ids, wanted, parameters) }
        : plainPage(wanted, statistics, parameters);
  return {
    plan: found.plan,
    cost: costs.statement + found.cost,
    text: `WITH ${found.with}, page AS (
  SELECT f.id, f.activity_date FROM (${found.rows}) f ORDER BY ${newestFirst('f')} LIMIT ${request.limit + 1} OFFSET ${offset}
)
SELECT d.document, p.id::text AS id, p.activity_date::text AS activity_date
FROM page p JOIN catalog.signal_document d ON d.id = p.id ORDER BY ${newestFirst('p')}`,
    values: parameters.values,
  };
}

const selected = 's.id, s.activity_date';

/** Each stage runs only when those before it have found too few. */
function plainPage(
  wanted: Wanted,
  statistics: Statistics,
  parameters: Parameters,
): FoundSql & { plan: Plan; cost: number } {
  const stages = chooseStages(wanted, statistics);
  const tables: string[] = [];
  const branches: string[] = [];
  stages.forEach((stage, index) => {
    const tooFew = Array.from({ length: index }, (_, before) => foundBy(before, '<', wanted));
    const gate = tooFew.length > 0 ? conjunction(tooFew) : undefined;
    const sql = stageSql(stage, wanted, selected, statistics, parameters, { join: '', gate });
    tables.push(`stage_${index} AS MATERIALIZED (${sql})`);
    const last = index === stages.length - 1;
    branches.push(`SELECT * FROM stage_${index}${last ? '' : ` WHERE ${foundBy(index, '>=', wanted)}`}`);
  });
  tables.push(`due AS MATERIALIZED (${dueSql(wanted, selected, parameters)})`);
  branches.push('SELECT * FROM due');
  const [only] = stages;
  const plan = stages.length === 1 && only ? only.kind : 'staged';
  const cost = stagesCost(stages, wanted, statistics);
  return { plan, cost, with: tables.join(',\n'), rows: branches.join(' UNION ALL ') };
}

const foundBy = (stage: number, comparison: '<' | '>=', { count }: Wanted) =>
  `(SELECT count(*) FROM stage_${stage}) ${comparison} ${count}`;

function pageOfIds(ids: readonly string[], wanted: Wanted, parameters: Parameters): FoundSql {
  const conditions = [
    matchesSql(wanted.expression, 's', parameters),
    ...daysSql(wanted.days, 's', parameters),
    ...afterSql(wanted.after, 's', parameters),
  ];
  return {
    with: `chosen AS MATERIALIZED (${chosenSql(ids, parameters)})`,
    rows: `SELECT ${selected} FROM chosen s WHERE ${conjunction(conditions)}`,
  };
}
