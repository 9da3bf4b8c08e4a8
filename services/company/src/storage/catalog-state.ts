/**
 * The catalog's state in SQL: its value is different after every change, and in a restored database, which assigns
 * versions again.
 */
export const CATALOG_STATE = `
  (SELECT coalesce(token::text, version::text) FROM catalog.state LEFT JOIN catalog.history USING (version))`;
