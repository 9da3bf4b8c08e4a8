import type { Pool } from 'pg';
import type { EventIdWindow } from '../domain/usage-event';
import { AHEAD_DAYS } from './partitions';

/** Stores the ids of counted events, one partition per day; see migrations/0001_metering.sql. */
export class EventIdStore {
  constructor(
    private readonly pool: Pool,
    private readonly retentionDays: number,
  ) {}

  /** Creates missing partitions and returns which ids can be counted. */
  async extend(): Promise<EventIdWindow> {
    const { rows } = await this.pool.query<{ kept_from: string; kept_until: string }>(
      'SELECT kept_from, kept_until FROM metering.extend_counted_events($1, $2)',
      [this.retentionDays, AHEAD_DAYS],
    );
    const { kept_from: from, kept_until: until } = rows[0]!;
    return { fromMs: Date.parse(`${from}T00:00:00Z`), untilMs: Date.parse(`${until}T00:00:00Z`) };
  }

  /** Drops expired days; returns how many. */
  async dropOld(): Promise<number> {
    const { rows } = await this.pool.query<{ dropped: number }>(
      'SELECT metering.drop_counted_events($1) AS dropped',
      [this.retentionDays],
    );
    return rows[0]?.dropped ?? 0;
  }
}
