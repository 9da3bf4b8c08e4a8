import { costs, matchCost } from './cost';
import { never, or, type Expression } from './expression';
import type { CompanyGroup, Groups } from './groups';
import { afterSql, conjunction, matchesSql, type Parameters } from './sql';
import type { Wanted } from './stages';
import type { Statistics } from './statistics';

/** What a signal says about company-scoped groups, settled once a signal: boolean columns, one for each condition. */
export class Facts {
  readonly #conditions = new Map<string, { name: string; condition: Expression }>();
  readonly #groups: Groups;

  constructor(groups: Groups) {
    this.#groups = groups;
    const conditions = [groups.row, ...groups.branches.map(({ row }) => row)];
    for (const group of groups.companyGroups) conditions.push(...wantedOf(group), group.excluded);
    for (const condition of conditions) {
      const key = JSON.stringify(condition);
      if (!this.#conditions.has(key))
        this.#conditions.set(key, { name: `fact_${this.#conditions.size}`, condition });
    }
  }

  /** The columns to select of a signal. */
  columns(row: string, parameters: Parameters): string {
    const facts = [...this.#conditions.values()].map(
      ({ name, condition }) => `(${matchesSql(condition, row, parameters)}) AS ${name}`,
    );
    return [`${row}.id`, `${row}.activity_date`, `${row}.company_id`, ...facts].join(', ');
  }

  /** What it costs to settle them for one signal. */
  cost(statistics: Statistics): number {
    let sum = this.#groups.companyGroups.length * costs.grouped;
    for (const { condition } of this.#conditions.values()) sum += matchCost(condition, statistics);
    return sum;
  }

  #fact(condition: Expression): string {
    return `s.${this.#conditions.get(JSON.stringify(condition))?.name}`;
  }

  /** The returned among the rows of a table with {@link columns}, which holds every signal that bears on the groups. */
  returned(table: string, wanted: Wanted, parameters: Parameters): string {
    const verdicts = this.#groups.companyGroups.map(
      (group, index) => `${this.#satisfied(group)} AS group_${index}`,
    );
    const conditions = [
      this.#fact(this.#groups.row),
      ...afterSql(wanted.after, 's', parameters),
      this.#verdict('k'),
    ];
    return `SELECT s.id, s.activity_date FROM ${table} s
    JOIN (SELECT s.company_id, ${verdicts.join(', ')} FROM ${table} s GROUP BY s.company_id) k ON k.company_id = s.company_id
    WHERE ${conjunction(conditions)}`;
  }

  /**
   * The same as {@link returned} for up to a few thousand rows: companies are brought together by sorting, which takes its time whatever number of
   * rows the planner expects. A join would compare each row with each company when it expects few.
   */
  returnedOfFew(table: string, selected: readonly string[]): string {
    const verdicts = this.#groups.companyGroups.map(
      (group, index) => `${this.#satisfied(group, ' OVER company')} AS group_${index}`,
    );
    return `SELECT ${selected.map((column) => `s.${column}`).join(', ')}
    FROM (SELECT s.*, ${verdicts.join(', ')} FROM ${table} s WINDOW company AS (PARTITION BY s.company_id)) s
    WHERE ${conjunction([this.#fact(this.#groups.row), this.#verdict('s')])}`;
  }

  /** Whether a company satisfies a group, aggregated over its signals. */
  #satisfied(group: CompanyGroup, over = ''): string {
    const anySignal = (condition: Expression) => `bool_or(${this.#fact(condition)})${over}`;
    const conditions = wantedOf(group).map(anySignal);
    if (group.excluded !== never) conditions.push(`NOT ${anySignal(group.excluded)}`);
    return `(${conjunction(conditions)})`;
  }

  /** Whether a signal is returned, given its company's verdicts `group_…` in a row. */
  #verdict(company: string): string {
    const { op, companyGroups, branches } = this.#groups;
    if (op === 'and') return conjunction(companyGroups.map((_, index) => `${company}.group_${index}`));
    const ways = branches.map(({ row, group }) =>
      group === undefined ? this.#fact(row) : `(${this.#fact(row)} AND ${company}.group_${group})`,
    );
    return `(${ways.join(' OR ')})`;
  }
}

/** Conditions each of which some signal of the company must match. */
function wantedOf({ match, terms }: CompanyGroup): Expression[] {
  return match === 'and' || terms.length === 0 ? terms : [or(...terms)];
}
