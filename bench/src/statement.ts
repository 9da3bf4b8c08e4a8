/** A statement as the search service sends it to PostgreSQL. */
export interface Statement {
  /** Prepared under this name where the service prepares it. */
  name?: string;
  text: string;
  values: unknown[];
}
