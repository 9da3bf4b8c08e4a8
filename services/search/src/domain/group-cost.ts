import { costs, listCost, lookCost, stagesCost } from './cost';
import { and, or } from './expression';
import type { Filters } from './filters';
import { Facts } from './group-facts';
import { bearingSignals, candidates, evidenceOf, isLazy, rareTerm, signalsOfACompany } from './group-plans';
import type { Groups } from './groups';
import { chooseStages, type Wanted } from './stages';
import type { Statistics } from './statistics';

/** Part of lazy pages that are not filled company by company. */
const unfilled = 0.05;

/** What `wholeGroups` costs: every signal that bears on the groups is read and asked all that they want to know. */
export function wholeGroupsCost(filters: Filters, groups: Groups, statistics: Statistics): number {
  const bearing = and(filters.expression, or(groups.row, evidenceOf(groups)));
  const facts = new Facts(groups).cost(statistics);
  const asked = bearingSignals(filters, groups, statistics) * facts;
  const rare = rareTerm(filters, groups, statistics);
  const all = asked + lookCost(bearing, filters.days, statistics);
  if (!rare) return all;
  const own = listCost(and(filters.expression, rare.term), statistics);
  return Math.min(all, own + rare.signals * signalsOfACompany * (costs.listed + facts));
}

/** What `groupsPage` costs. */
export function groupsPageCost(
  filters: Filters,
  groups: Groups,
  wanted: Wanted,
  statistics: Statistics,
): number {
  const whole = wholeGroupsCost(filters, groups, statistics);
  if (!isLazy(filters, groups, wanted, statistics)) return whole;
  const attempt = { ...wanted, count: candidates[0] };
  const terms = groups.companyGroups.reduce((sum, { terms }) => sum + terms.length, 0);
  const lazy =
    stagesCost(chooseStages(attempt, statistics), attempt, statistics) +
    attempt.count * terms * costs.lookedUp;
  return Math.min(whole, lazy + unfilled * whole);
}
