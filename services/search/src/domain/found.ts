import type { Parameters } from './sql';

/** Common table expressions, and the SELECT over them that gives the matches (id, activity_date). */
export interface FoundSql {
  with: string;
  rows: string;
}

/** The published among these ids. */
export function chosenSql(ids: readonly string[], parameters: Parameters): string {
  return `SELECT s.id, s.activity_date, s.company_id, s.funding_amount, s.lexemes FROM catalog.signal s
    WHERE s.id = ANY(${parameters.add(ids, 'numeric[]')}) AND (NOT s.pending OR s.published_at <= now())`;
}
