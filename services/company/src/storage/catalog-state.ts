/**
 * The catalog's state in SQL: its value is different after every change, and in a restored database, which assigns
 * versions again. Not a join: a planner with old statistics would read all of the history.
 */
export const CATALOG_STATE = `
  (SELECT coalesce((SELECT token::text FROM catalog.history WHERE history.version = state.version), version::text)
     FROM catalog.state)`;
