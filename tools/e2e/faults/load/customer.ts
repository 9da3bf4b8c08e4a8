import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../plan/random';
import { GoodClient, type Credential } from './good-client';
import type { Journal, LogicalRequest } from './journal';
import { outcomeOf } from './outcome';
import { otherRequest, planRequest } from './request-plan';

interface CustomerOptions {
  /** Used in its requests' ids. */
  name: string;
  url: string;
  credential: Credential;
  journal: Journal;
  random: Random;
  /** Longest pause between two requests. */
  pauseMs: number;
}

/** Share of requests sent several times at once, as by a double click or a queue that delivers to all its workers. */
const TWIN_PROBABILITY = 0.03;
const CROWD_PROBABILITY = 0.001;
const CROWD = 100;
const REPLAY_PROBABILITY = 0.06;
const CONFLICT_PROBABILITY = 0.02;
/** Number of answered requests kept for repeating; the older they are, the more faults lie in between. */
const REMEMBERED = 300;

/**
 * A customer's program: one request after another, occasionally a repeated request, an earlier key with another query,
 * or the same request two or a hundred times at once.
 */
export class Customer {
  private readonly client: GoodClient;
  private readonly answered: LogicalRequest[] = [];
  private closing = false;
  private running: Promise<void> = Promise.resolve();
  private made = 0;

  constructor(private readonly options: CustomerOptions) {
    this.client = new GoodClient({ ...options, isClosing: () => this.closing });
  }

  start(): void {
    this.running = this.run();
    // `stop` reports the failure.
    this.running.catch(() => undefined);
  }

  /** Resolves when the current request has its response. */
  async stop(): Promise<void> {
    this.closing = true;
    await this.running;
  }

  private async run(): Promise<void> {
    const { random, pauseMs } = this.options;
    while (!this.closing) {
      await this.askSomethingNew();
      if (random.chance(REPLAY_PROBABILITY)) await this.askAgain();
      if (random.chance(CONFLICT_PROBABILITY)) await this.askOtherwise();
      await delay(random.next() * pauseMs);
    }
  }

  private async askSomethingNew(): Promise<void> {
    const { random, journal, name, credential } = this.options;
    this.made += 1;
    const request: LogicalRequest = {
      id: `${name}-${String(this.made).padStart(6, '0')}`,
      accountId: credential.accountId,
      credentialId: credential.credentialId,
      ...planRequest(random),
      startedAtMs: performance.now(),
    };
    journal.begin(request);
    const copies = random.chance(CROWD_PROBABILITY) ? CROWD : random.chance(TWIN_PROBABILITY) ? 2 : 1;
    if (copies > 1) journal.twins += 1;
    const responses = await Promise.all(
      Array.from({ length: copies }, (_, copy) => this.client.ask(request, streamOf(copy))),
    );
    journal.end(request, outcomeOf(request, responses, journal));
    if (request.outcome?.kind === 'answered') this.remember(request);
  }

  /** Repeats an earlier request, which must return the same bytes for free. */
  private async askAgain(): Promise<void> {
    const { random, journal } = this.options;
    if (this.answered.length === 0) return;
    const request = random.pick(this.answered);
    const response = await this.client.ask(request, `r${journal.replays}-`);
    if (!response) return;
    journal.replays += 1;
    const { outcome } = request;
    if (response.status !== 200 || !response.isReplay || response.consumed !== 0) {
      const what = `${response.status} ${response.code}, replayed ${response.isReplay}, consumed ${response.consumed}`;
      journal.violated('replay', `an answered request asked again got ${what}`, [response.requestId]);
    } else if (outcome?.kind === 'answered' && outcome.digest !== response.digest) {
      journal.violated('replay', 'a replay has other bytes than the first answer', [response.requestId]);
    } else if (outcome?.kind === 'answered' && outcome.receipt !== response.receipt) {
      journal.violated('replay', 'a replay has another receipt than the first answer', [response.requestId]);
    }
  }

  /** Reuses an earlier key for another query. */
  private async askOtherwise(): Promise<void> {
    const { random, journal } = this.options;
    if (this.answered.length === 0) return;
    const request = random.pick(this.answered);
    const response = await this.client.ask(request, `x${journal.conflicts}-`, otherRequest());
    if (!response) return;
    journal.conflicts += 1;
    if (response.status !== 409 || response.code !== 'idempotency_conflict') {
      journal.violated('conflict', `a used key for another query got ${response.status} ${response.code}`, [
        response.requestId,
      ]);
    }
  }

  private remember(request: LogicalRequest): void {
    if (this.answered.length < REMEMBERED) this.answered.push(request);
    else this.answered[this.options.random.integer(0, REMEMBERED - 1)] = request;
  }
}

/** Distinguishes copies' attempts: `a` for the first. */
function streamOf(copy: number): string {
  return copy === 0 ? 'a' : `b${copy}-`;
}
