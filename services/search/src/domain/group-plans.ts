import { isTitleLexeme } from '@heliograph/catalog';
import { chosenSql, type FoundSql } from './found';
import { and, never, or, upperBound, type Expression } from './expression';
import type { Filters } from './filters';
import type { CompanyGroup, Groups } from './groups';
import {
  afterSql,
  companyBitSql,
  companyChunkSql,
  conjunction,
  daysSql,
  matchesSql,
  newestFirst,
  type Parameters,
} from './sql';
import { chooseStages, dueSql, stageSql, type Wanted } from './stages';
import type { Statistics } from './statistics';

/**
 * Plans for company-scoped groups.
 *
 * `whole` reads every signal that bears on them, once, and groups it by company: best while these are few. When a term that companies must have is
 * rare, it reads only the signals of the companies that have it. For common words the newest candidates are taken instead and their companies looked
 * at one by one, newest first, until the page is full; should that not fill it, `whole` follows. All are exact.
 */

/** So many signals are read and grouped at once rather than company by company. */
const fewSignals = 6_000;
/** A term in so many signals is rare: its companies are listed first. */
const rareTermSignals = 6_000;
/** A term in so many signals is so rare that all signals of its companies can be read. */
const rarestTermSignals = 150;
/** Signals of a company that a signal belongs to: large companies are met more often than small ones. */
const signalsOfACompany = 50;
/** Candidates of the first and second attempt. */
const candidates = [300, 6_000] as const;
/** Pages deeper than this are not found company by company. */
const deepestLazyPage = 400;

/** Signals that bear on whether companies satisfy the groups. */
const evidenceOf = (groups: Groups) =>
  or(...groups.companyGroups.flatMap(({ terms, excluded }) => [...terms, excluded]));

/** Boolean columns of what a signal says about the groups: those aggregated by {@link satisfiedSql}. */
function satisfiedSql({ match, terms, excluded }: CompanyGroup, row: string, parameters: Parameters): string {
  const some = (expression: Expression) =>
    `coalesce(bool_or(${matchesSql(expression, row, parameters)}), false)`;
  const conditions = match === 'and' ? terms.map(some) : terms.length > 0 ? [some(or(...terms))] : [];
  if (excluded !== never) conditions.push(`NOT ${some(excluded)}`);
  return conditions.length === 0 ? 'true' : `(${conditions.join(' AND ')})`;
}

const satisfiedColumns = (groups: Groups, row: string, parameters: Parameters) =>
  groups.companyGroups.map((group, index) => `${satisfiedSql(group, row, parameters)} AS group_${index}`);

/** Whether a signal is returned, given its company's verdicts `k.group_…`. */
function returnedSql(groups: Groups, row: string, parameters: Parameters): string {
  if (groups.op === 'and') return conjunction(groups.companyGroups.map((_, index) => `k.group_${index}`));
  const branches = groups.branches.map((branch) => {
    const matches = matchesSql(branch.row, row, parameters);
    return branch.group === undefined ? `(${matches})` : `(${matches} AND k.group_${branch.group})`;
  });
  return `(${branches.join(' OR ')})`;
}

const rowColumns = 's.id, s.activity_date, s.company_id, s.funding_amount, s.lexemes';

/** The returned among the rows of `source`, which holds every signal that bears on the groups. */
function grouped(source: string, groups: Groups, wanted: Wanted, parameters: Parameters): string {
  const conditions = [
    matchesSql(groups.row, 's', parameters),
    ...afterSql(wanted.after, 's', parameters),
    returnedSql(groups, 's', parameters),
  ];
  return `SELECT s.id, s.activity_date FROM ${source} s
    JOIN (SELECT s.company_id, ${satisfiedColumns(groups, 's', parameters).join(', ')} FROM ${source} s GROUP BY s.company_id) k
      ON k.company_id = s.company_id
    WHERE ${conjunction(conditions)}`;
}

/** The rarest term that a company must have to be returned, when it is rare, and how many signals may hold it. */
function rareTerm(
  filters: Filters,
  groups: Groups,
  statistics: Statistics,
): { term: Expression; signals: number } | undefined {
  if (groups.op !== 'and') return undefined;
  const possible = statistics.signalsInAll(filters.days);
  const [rarest] = groups.companyGroups
    .filter(({ match, terms }) => match === 'and' || terms.length === 1)
    .flatMap(({ terms }) => terms)
    .map((term) => ({ term, signals: possible * statistics.estimate(and(filters.expression, term)) }))
    .sort((a, b) => a.signals - b.signals);
  return rarest && rarest.signals <= rareTermSignals ? rarest : undefined;
}

/** How many signals bear on the groups, about. */
const bearingSignals = (filters: Filters, groups: Groups, statistics: Statistics) =>
  statistics.signalsInAll(filters.days) *
  statistics.estimate(and(filters.expression, or(groups.row, evidenceOf(groups))));

/** The companies that have a signal that passes the filters and matches. Needs the table `due`. */
function companiesWith(
  term: Expression,
  filters: Filters,
  parameters: Parameters,
  gate: string[] = [],
): string {
  const conditions = [
    matchesSql(and(filters.expression, term), 's', parameters),
    ...daysSql(filters.days, 's', parameters),
    ...gate,
  ];
  return `SELECT company_id FROM (
      SELECT s.company_id FROM catalog.signal s WHERE ${conjunction(['NOT s.pending', ...conditions])} OFFSET 0
    ) h UNION SELECT s.company_id FROM due s WHERE ${conjunction(conditions)}`;
}

/** Every signal that passes the filters and bears on the groups; of companies that have `rare` only, if given. */
function bearingSql(
  filters: Filters,
  groups: Groups,
  rare: Expression | undefined,
  parameters: Parameters,
  gate: string[],
): string {
  const days = daysSql(filters.days, 's', parameters);
  const due = `SELECT ${rowColumns} FROM due s WHERE ${conjunction(gate)}`;
  const bears = matchesSql(and(filters.expression, or(groups.row, evidenceOf(groups))), 's', parameters);
  if (!rare)
    return `SELECT ${rowColumns} FROM catalog.signal s WHERE ${conjunction(['NOT s.pending', bears, ...days, ...gate])}
    UNION ALL ${due}`;
  // IS TRUE keeps the lexeme index out of it: the companies' own signals are to be read.
  return `SELECT ${rowColumns} FROM (${companiesWith(rare, filters, parameters, gate)}) c
    JOIN catalog.signal s ON s.company_id = c.company_id
    WHERE ${conjunction(['NOT s.pending', `(${bears}) IS TRUE`, ...days])}
    UNION ALL ${due}`;
}

/** Those among the signals with these ids. */
export function groupsPageOfIds(
  filters: Filters,
  ids: readonly string[],
  groups: Groups,
  wanted: Wanted,
  parameters: Parameters,
): FoundSql {
  const conditions = [
    matchesSql(filters.expression, 's', parameters),
    ...daysSql(filters.days, 's', parameters),
  ];
  return {
    with: `chosen AS MATERIALIZED (${chosenSql(ids, parameters)}),
bearing AS MATERIALIZED (SELECT * FROM chosen s WHERE ${conjunction(conditions)})`,
    rows: grouped('bearing', groups, wanted, parameters),
  };
}

/** Common table expressions `due` and `bearing`, and the rows returned of them. */
export function wholeGroups(
  filters: Filters,
  groups: Groups,
  wanted: Wanted,
  statistics: Statistics,
  parameters: Parameters,
  gate: string[] = [],
): FoundSql {
  const rare = rareTerm(filters, groups, statistics);
  const narrow =
    rare && rare.signals * signalsOfACompany < bearingSignals(filters, groups, statistics)
      ? rare.term
      : undefined;
  const dueWanted = {
    expression: and(filters.expression, or(groups.row, evidenceOf(groups))),
    days: filters.days,
  };
  return {
    with: `due AS MATERIALIZED (${dueSql(dueWanted, rowColumns, parameters)}),
bearing AS MATERIALIZED (${bearingSql(filters, groups, narrow, parameters, gate)})`,
    rows: grouped('bearing', groups, wanted, parameters),
  };
}

export function groupsPage(
  filters: Filters,
  groups: Groups,
  wanted: Wanted,
  statistics: Statistics,
  parameters: Parameters,
): FoundSql {
  const rare = rareTerm(filters, groups, statistics);
  if (
    bearingSignals(filters, groups, statistics) <= fewSignals ||
    wanted.count > deepestLazyPage ||
    (rare && rare.signals <= rarestTermSignals)
  )
    return wholeGroups(filters, groups, wanted, statistics, parameters);

  const tables: string[] = [];
  const joins: string[] = [];
  const eligible = eligibleCompanies(groups, statistics, parameters);
  if (eligible) {
    tables.push(`eligible AS MATERIALIZED (${eligible})`);
    joins.push(`JOIN eligible e ON e.chunk = ${companyChunkSql('s')} AND ${companyBitSql('e.bits', 's')}`);
  }
  if (rare) {
    tables.push(`having_rare AS MATERIALIZED (${companiesWith(rare.term, filters, parameters)})`);
    joins.push('JOIN having_rare h ON h.company_id = s.company_id');
  }
  const join = joins.join(' ');
  const lookUp: LookUp = { filters, statistics, parameters, known: rare?.term };
  const branches: string[] = [];
  const tooFew: string[] = [];
  candidates.forEach((count, index) => {
    const attempt = { ...wanted, count };
    const stages = chooseStages(attempt, statistics);
    // Only the first stage: when it finds too few candidates, the next attempt or the whole follows anyway.
    const stage = stages[0] ?? { kind: 'walk' };
    const gate = tooFew.length > 0 ? conjunction(tooFew) : undefined;
    tables.push(
      `candidate_${index} AS MATERIALIZED (${stageSql(stage, attempt, rowColumns, statistics, parameters, { join, gate })})`,
      `verified_${index} AS MATERIALIZED (${verified(`candidate_${index}`, groups, wanted, lookUp)})`,
    );
    const found = `(SELECT count(*) FROM verified_${index})`;
    branches.push(`SELECT * FROM verified_${index} WHERE ${found} >= ${wanted.count}`);
    tooFew.push(`${found} < ${wanted.count}`);
  });
  const whole = wholeGroups(filters, groups, wanted, statistics, parameters, tooFew);
  // Due signals are candidates whose evidence, too, is looked up company by company.
  branches.push(
    `SELECT * FROM (${verified('due', groups, wanted, { ...lookUp, known: undefined }, [
      matchesSql(groups.row, 's', parameters),
      ...afterSql(wanted.after, 's', parameters),
      `NOT (${conjunction(tooFew)})`,
    ])}) v`,
    `SELECT * FROM (${whole.rows}) w`,
  );
  const [due, ...rest] = whole.with.split(',\nbearing AS');
  return {
    with: [due, ...tables, `bearing AS${rest.join('')}`].join(',\n'),
    rows: branches.join(' UNION ALL '),
  };
}

/** Companies of which, by the bitmaps, every term of the groups may be found. */
function eligibleCompanies(
  groups: Groups,
  statistics: Statistics,
  parameters: Parameters,
): string | undefined {
  if (groups.op !== 'and') return undefined;
  const lexemes = new Set<string>();
  const take = (expression: Expression) => {
    if (
      expression.kind === 'lexeme' &&
      isTitleLexeme(expression.lexeme) &&
      statistics.hasBitmap(expression.lexeme)
    )
      lexemes.add(expression.lexeme);
    if (expression.kind === 'and') expression.parts.forEach(take);
  };
  for (const { match, terms } of groups.companyGroups)
    if (match === 'and' || terms.length === 1) terms.map(upperBound).forEach(take);
  if (lexemes.size === 0) return undefined;
  return `SELECT chunk, bit_and(bits) AS bits FROM catalog.company_bitmap
    WHERE lexeme = ANY(${parameters.add([...lexemes], 'text[]')}) GROUP BY chunk HAVING count(*) = ${lexemes.size}`;
}

/** The newest of `source` whose companies satisfy the groups; stops looking at companies when the page is full. */
function verified(
  source: string,
  groups: Groups,
  wanted: Wanted,
  lookUp: LookUp,
  conditions: string[] = [],
): string {
  const { parameters } = lookUp;
  const satisfied = groups.companyGroups.map((group) => satisfiedByLookUp(group, lookUp));
  const returned =
    groups.op === 'and'
      ? conjunction(satisfied)
      : `(${groups.branches
          .map(({ row, group }) => {
            const matches = matchesSql(row, 'n', parameters);
            return group === undefined ? `(${matches})` : `(${matches} AND ${satisfied[group]})`;
          })
          .join(' OR ')})`;
  return `SELECT n.id, n.activity_date
    FROM (SELECT ${rowColumns} FROM ${source} s WHERE ${conjunction(conditions)} ORDER BY ${newestFirst('s')}) n
    WHERE ${returned} ORDER BY ${newestFirst('n')} LIMIT ${wanted.count}`;
}

interface LookUp {
  filters: Filters;
  statistics: Statistics;
  parameters: Parameters;
  /** A term that the companies are known to have. */
  known?: Expression;
}

/** Whether the company of row `n`, which passes the filters itself, satisfies a group. */
function satisfiedByLookUp({ match, terms, excluded }: CompanyGroup, lookUp: LookUp): string {
  const conditions = terms.map((term) => companyHas(term, lookUp));
  const wanted = conditions.length === 0 ? [] : [`(${conditions.join(match === 'and' ? ' AND ' : ' OR ')})`];
  const unwanted = excluded.kind === 'or' ? excluded.parts : excluded === never ? [] : [excluded];
  return conjunction([...wanted, ...unwanted.map((part) => `NOT ${companyHas(part, lookUp)}`)]);
}

/** Whether some signal of the company of row `n` passes the filters and matches; the bitmap, if there is one, spares most looks in vain. */
function companyHas(term: Expression, { filters, statistics, parameters, known }: LookUp): string {
  if (term === known) return 'true';
  const both = and(filters.expression, term);
  const stored = conjunction([
    's.company_id = n.company_id',
    'NOT s.pending',
    `(${matchesSql(both, 's', parameters)}) IS TRUE`,
    ...daysSql(filters.days, 's', parameters),
  ]);
  const due = conjunction([
    's.company_id = n.company_id',
    matchesSql(both, 's', parameters),
    ...daysSql(filters.days, 's', parameters),
  ]);
  const found = `EXISTS (SELECT FROM catalog.signal s WHERE ${stored}) OR EXISTS (SELECT FROM due s WHERE ${due})`;
  const upper = upperBound(term);
  const bit =
    upper.kind === 'lexeme' && isTitleLexeme(upper.lexeme) && statistics.hasBitmap(upper.lexeme)
      ? `EXISTS (SELECT FROM catalog.company_bitmap b WHERE b.lexeme = ${parameters.add(upper.lexeme, 'text')}
          AND b.chunk = ${companyChunkSql('n')} AND ${companyBitSql('b.bits', 'n')}) AND `
      : '';
  return `(${matchesSql(term, 'n', parameters)} OR (${bit}(${found})))`;
}
