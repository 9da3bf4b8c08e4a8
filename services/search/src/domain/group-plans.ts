import { isTitleLexeme } from '@heliograph/catalog';
import { chosenSql, type FoundSql } from './found';
import { and, isIndexable, never, or, upperBound, type Expression } from './expression';
import type { Filters } from './filters';
import { Facts } from './group-facts';
import type { CompanyGroup, Groups } from './groups';
import {
  afterSql,
  companyBitSql,
  companyChunkSql,
  conjunction,
  daysSql,
  matchesSql,
  newestFirst,
  unindexed,
  type Parameters,
} from './sql';
import { chooseStages, dueSql, powerOfTwoFrom, stageSql, type Stage, type Wanted } from './stages';
import type { Statistics } from './statistics';

/**
 * Plans for company-scoped groups.
 *
 * `whole` reads every signal that bears on them, once, and groups it by company: best while these are few. For common words the newest candidates are
 * taken instead and their companies looked at one by one, newest first, until the page is full. When a term that companies must have is rare, its
 * companies are listed first: if they have few signals in all, these are read; otherwise candidates are taken among them alone.
 * Should all that not fill the page, `whole` follows. All are exact.
 */

/** So many signals are read and grouped at once rather than company by company. */
const fewSignals = 6_000;
/** A term in so many signals is rare: its companies are listed first. */
const rareTermSignals = 6_000;
/** Companies of a term in more signals than this are not expected to have fewer than {@link groupBounds.mostOwnSignals} in all. */
const rarestTermSignals = 600;
/** Bounds that tests lower, to come to plans that small corpora have no need of. */
export const groupBounds = {
  /** So many signals of the companies that have a rare term are read and grouped at once. */
  mostOwnSignals: 4_000,
};
/** Signals of a company that a signal belongs to: large companies are met more often than small ones. */
export const signalsOfACompany = 50;
const fewestSignalsOfACompany = 10;
/** Rows of a walk for candidates of companies that have a rare term. */
const longestGroupsWalk = 65_536;
/** Candidates of the first and second attempt. */
export const candidates = [300, 6_000] as const;
/** Pages deeper than this are not found company by company. */
const deepestLazyPage = 400;

/** Signals that bear on whether companies satisfy the groups. */
export const evidenceOf = (groups: Groups) =>
  or(...groups.companyGroups.flatMap(({ terms, excluded }) => [...terms, excluded]));

const rowColumns = 's.id, s.activity_date, s.company_id, s.funding_amount, s.lexemes';

interface RareTerm {
  term: Expression;
  /** How many signals may hold it. */
  signals: number;
}

/** The rarest term that a company must have to be returned, when it is rare. */
export function rareTerm(filters: Filters, groups: Groups, statistics: Statistics): RareTerm | undefined {
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
export const bearingSignals = (filters: Filters, groups: Groups, statistics: Statistics) =>
  statistics.signalsInAll(filters.days) *
  statistics.estimate(and(filters.expression, or(groups.row, evidenceOf(groups))));

/** The companies that have a signal that passes the filters and matches. Needs the table `due`. */
function companiesWith(term: Expression, filters: Filters, parameters: Parameters): string {
  const conditions = [
    matchesSql(and(filters.expression, term), 's', parameters),
    ...unindexed(daysSql(filters.days, 's', parameters)),
  ];
  return `SELECT company_id FROM (
      SELECT s.company_id FROM catalog.signal s WHERE ${conjunction(['NOT s.pending', ...conditions])} OFFSET 0
    ) h UNION SELECT s.company_id FROM due s WHERE ${conjunction(conditions)}`;
}

/** What every signal that passes the filters and bears on the groups says about them. Needs the table `due`. */
function bearingSql(
  filters: Filters,
  groups: Groups,
  parameters: Parameters,
  source: 'index' | 'having_rare',
  gate: string[],
): string {
  const columns = new Facts(groups).columns('s', parameters);
  const bearing = and(filters.expression, or(groups.row, evidenceOf(groups)));
  const bears = matchesSql(bearing, 's', parameters);
  const isListed = source === 'index' && isIndexable(upperBound(bearing));
  const inDays = daysSql(filters.days, 's', parameters);
  const conditions = ['NOT s.pending', ...(isListed ? unindexed(inDays) : inDays), ...gate];
  // IS TRUE keeps the lexeme index out of it: the companies' own signals are to be read, or there is nothing to look up.
  const stored =
    source === 'having_rare'
      ? `FROM having_rare h JOIN catalog.signal s ON s.company_id = h.company_id WHERE (${bears}) IS TRUE`
      : isListed
        ? `FROM catalog.signal s WHERE ${bears}`
        : `FROM catalog.signal s WHERE (${bears}) IS TRUE`;
  return `SELECT ${columns} ${stored} AND ${conjunction(conditions)}
    UNION ALL SELECT ${columns} FROM due s WHERE ${conjunction(gate)}`;
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
  const facts = new Facts(groups);
  return {
    with: `chosen AS MATERIALIZED (${chosenSql(ids, parameters)}),
bearing AS MATERIALIZED (SELECT ${facts.columns('s', parameters)} FROM chosen s WHERE ${conjunction(conditions)})`,
    rows: facts.returned('bearing', wanted, parameters),
  };
}

/** Common table expression `due`: what is due and bears on the groups. */
function dueBearing(filters: Filters, groups: Groups, parameters: Parameters): string {
  const expression = and(filters.expression, or(groups.row, evidenceOf(groups)));
  return `due AS MATERIALIZED (${dueSql({ expression, days: filters.days }, rowColumns, parameters)})`;
}

const havingRare = (rare: RareTerm, filters: Filters, parameters: Parameters) =>
  `having_rare AS MATERIALIZED (${companiesWith(rare.term, filters, parameters)})`;

/** All signals that bear on the groups, once: for counts, and where these are few. */
export function wholeGroups(
  filters: Filters,
  groups: Groups,
  wanted: Wanted,
  statistics: Statistics,
  parameters: Parameters,
): FoundSql {
  const rare = rareTerm(filters, groups, statistics);
  const narrow = rare && rare.signals * signalsOfACompany < bearingSignals(filters, groups, statistics);
  const tables = [dueBearing(filters, groups, parameters)];
  if (narrow) tables.push(havingRare(rare, filters, parameters));
  const source = narrow ? 'having_rare' : 'index';
  tables.push(`bearing AS MATERIALIZED (${bearingSql(filters, groups, parameters, source, [])})`);
  return { with: tables.join(',\n'), rows: new Facts(groups).returned('bearing', wanted, parameters) };
}

/** Whether companies are looked at one by one until the page is full. */
export const isLazy = (filters: Filters, groups: Groups, wanted: Wanted, statistics: Statistics) =>
  bearingSignals(filters, groups, statistics) > fewSignals && wanted.count <= deepestLazyPage;

export function groupsPage(
  filters: Filters,
  groups: Groups,
  wanted: Wanted,
  statistics: Statistics,
  parameters: Parameters,
): FoundSql {
  if (!isLazy(filters, groups, wanted, statistics))
    return wholeGroups(filters, groups, wanted, statistics, parameters);

  const rare = rareTerm(filters, groups, statistics);
  const facts = new Facts(groups);
  const tables = [dueBearing(filters, groups, parameters)];
  const branches: string[] = [];
  /** Each attempt is made only when all before it have failed: their conditions. */
  const failed: string[] = [];
  const gate = () => (failed.length > 0 ? conjunction(failed) : undefined);
  let join = '';
  if (rare) {
    tables.push(havingRare(rare, filters, parameters));
    if (rare.signals <= rarestTermSignals) {
      tables.push(
        `own AS MATERIALIZED (${ownSignals(filters, groups, parameters)})`,
        `own_bearing AS MATERIALIZED (SELECT * FROM own s WHERE s.bears UNION ALL SELECT ${facts.columns('s', parameters)}, true FROM due s)`,
      );
      const number = '(SELECT count(*) FROM own)';
      branches.push(
        `SELECT * FROM (${facts.returned('own_bearing', wanted, parameters)}) o WHERE ${number} <= ${groupBounds.mostOwnSignals}`,
      );
      failed.push(`${number} > ${groupBounds.mostOwnSignals}`);
    }
  } else {
    const eligible = eligibleCompanies(groups, statistics, parameters);
    if (eligible) {
      tables.push(`eligible AS MATERIALIZED (${eligible})`);
      join = `JOIN eligible e ON e.chunk = ${companyChunkSql('s')} AND ${companyBitSql('e.bits', 's')}`;
    }
  }
  const lookUp: LookUp = { filters, statistics, parameters, known: rare?.term };
  const attempts = rare
    ? [walkOf(rare, wanted, statistics)]
    : candidates.map((count) => attemptOf(count, wanted, statistics));
  const before = gate();
  const tooFew: string[] = [];
  attempts.forEach(({ stage, count, complete }, index) => {
    const attempt = { ...wanted, count };
    const where = rare ? [hasRare] : [];
    tables.push(
      `candidate_${index} AS MATERIALIZED (${stageSql(stage, attempt, rowColumns, statistics, parameters, { join, where, gate: gate() })})`,
      `verified_${index} AS MATERIALIZED (${verified(`candidate_${index}`, groups, wanted, lookUp)})`,
    );
    const found = `(SELECT count(*) FROM verified_${index})`;
    const all = complete ? `(SELECT count(*) FROM candidate_${index}) < ${count}` : 'false';
    const enough = `(${found} >= ${wanted.count} OR ${all})`;
    const previous = gate();
    branches.push(`SELECT * FROM verified_${index} WHERE ${previous ? `${previous} AND ` : ''}${enough}`);
    failed.push(`NOT ${enough}`);
    tooFew.push(`NOT ${enough}`);
  });
  // Due signals are candidates whose evidence, too, is looked up company by company.
  const foundLazily = [...(before ? [before] : []), `NOT (${conjunction(tooFew)})`];
  const dueCandidates = verified('due', groups, wanted, { ...lookUp, known: undefined }, [
    matchesSql(groups.row, 's', parameters),
    ...afterSql(wanted.after, 's', parameters),
    ...foundLazily,
  ]);
  const source = rare ? 'having_rare' : 'index';
  tables.push(`bearing AS MATERIALIZED (${bearingSql(filters, groups, parameters, source, failed)})`);
  branches.push(
    `SELECT * FROM (${dueCandidates}) v`,
    `SELECT * FROM (${facts.returned('bearing', wanted, parameters)}) w`,
  );
  return { with: tables.join(',\n'), rows: branches.join(' UNION ALL ') };
}

/** IS TRUE makes it a look into a hash table for each signal rather than a join. */
const hasRare = '(s.company_id IN (SELECT h.company_id FROM having_rare h)) IS TRUE';

/** Signals of the companies with the rare term, as far as they are not too many, and what they say. */
function ownSignals(filters: Filters, groups: Groups, parameters: Parameters): string {
  const bears = and(filters.expression, or(groups.row, evidenceOf(groups)));
  const conditions = ['NOT s.pending', ...daysSql(filters.days, 's', parameters)];
  return `SELECT ${new Facts(groups).columns('s', parameters)}, (${matchesSql(bears, 's', parameters)}) AS bears
    FROM (SELECT ${rowColumns} FROM having_rare h JOIN catalog.signal s ON s.company_id = h.company_id
      WHERE ${conjunction(conditions)} LIMIT ${groupBounds.mostOwnSignals + 1}) s`;
}

interface Attempt {
  stage: Stage;
  /** The most candidates. */
  count: number;
  /** Whether fewer candidates than that are all there are. */
  complete: boolean;
}

/** Only the first stage: when it finds too few candidates, the next attempt or the whole follows anyway. */
function attemptOf(count: number, wanted: Wanted, statistics: Statistics): Attempt {
  const [stage = { kind: 'walk' } as const, ...more] = chooseStages({ ...wanted, count }, statistics);
  return { stage, count, complete: more.length === 0 };
}

/** Companies that have a rare term and many signals are met often enough among the newest. */
function walkOf(rare: RareTerm, wanted: Wanted, statistics: Statistics): Attempt {
  const ofCompanies =
    Math.max(groupBounds.mostOwnSignals, rare.signals * fewestSignalsOfACompany) / statistics.signals;
  const rows = (2 * wanted.count) / Math.max(1e-6, statistics.estimate(wanted.expression) * ofCompanies);
  return {
    stage: { kind: 'walk', rows: Math.min(longestGroupsWalk, powerOfTwoFrom(2 * rows)) },
    count: longestGroupsWalk,
    complete: false,
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
  // OFFSET keeps the planner from reading all signals once, into a hash table of their companies.
  const found = `EXISTS (SELECT FROM catalog.signal s WHERE ${stored} OFFSET 0) OR EXISTS (SELECT FROM due s WHERE ${due})`;
  const upper = upperBound(term);
  const bit =
    upper.kind === 'lexeme' && isTitleLexeme(upper.lexeme) && statistics.hasBitmap(upper.lexeme)
      ? `EXISTS (SELECT FROM catalog.company_bitmap b WHERE b.lexeme = ${parameters.add(upper.lexeme, 'text')}
          AND b.chunk = ${companyChunkSql('n')} AND ${companyBitSql('b.bits', 'n')}) AND `
      : '';
  return `(${matchesSql(term, 'n', parameters)} OR (${bit}(${found})))`;
}
