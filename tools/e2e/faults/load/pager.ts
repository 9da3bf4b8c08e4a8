import { setTimeout as delay } from 'node:timers/promises';
import type { ApiResponse } from './attempt';
import { GoodClient, type GoodClientOptions } from './good-client';
import type { LogicalRequest } from './journal';
import { outcomeOf } from './outcome';
import { search } from './request-plan';

interface PagerOptions extends GoodClientOptions {
  /** The word that it searches for; also used in its requests' ids. */
  word: string;
}

const PAGE = 50;
/** Time until imported signals are found. */
const FOUND_MS = 120_000;
const POLL_MS = 250;

/** A client that reads all results of a search, page after page. */
export class Pager {
  /** Number of pages in all walks. */
  pages = 0;
  private readonly client: GoodClient;
  private made = 0;

  constructor(private readonly options: PagerOptions) {
    this.client = new GoodClient(options);
  }

  /** Reads all pages. @param expected ids that must each appear exactly once; no id may repeat. */
  async walk(expected: readonly string[]): Promise<void> {
    const { word, journal, isClosing } = this.options;
    const met = new Map<string, number>();
    let cursor: string | undefined;
    do {
      const page = await this.ask({
        q: word,
        limit: String(PAGE),
        ...(cursor === undefined ? {} : { cursor }),
      });
      if (page?.status !== 200 || isClosing()) return;
      this.pages += 1;
      for (const id of page.ids) met.set(id, (met.get(id) ?? 0) + 1);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const skipped = expected.filter((id) => !met.has(id));
    const repeated = [...met].filter(([, times]) => times > 1).map(([id]) => id);
    if (skipped.length > 0)
      journal.violated('paging', `${skipped.length} signals skipped`, [word, ...skipped]);
    if (repeated.length > 0)
      journal.violated('paging', `${repeated.length} signals repeated`, [word, ...repeated]);
  }

  /** Waits until that many are found. */
  async untilFound(count: number): Promise<void> {
    const endMs = performance.now() + FOUND_MS;
    for (;;) {
      const response = await this.ask({ q: this.options.word, countOnly: 'true' });
      if (response?.total === count || this.options.isClosing()) return;
      if (performance.now() > endMs)
        throw new Error(`${response?.total} signals are found instead of ${count}`);
      await delay(POLL_MS);
    }
  }

  private async ask(query: Record<string, string>): Promise<ApiResponse | undefined> {
    const { journal, credential, word } = this.options;
    this.made += 1;
    const request: LogicalRequest = {
      id: `${word}-${this.made}`,
      accountId: credential.accountId,
      credentialId: credential.credentialId,
      operation: query.countOnly === undefined ? 'search' : 'count',
      pathAndQuery: search(query),
      startedAtMs: performance.now(),
    };
    journal.begin(request);
    const response = await this.client.ask(request, 'a');
    journal.end(request, outcomeOf(request, [response], journal));
    return response;
  }
}
