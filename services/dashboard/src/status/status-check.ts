import type { StatusMessage, StatusReport } from '@heliograph/dashboard-api';
import { search } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { timestampOrNull } from '@heliograph/views';
import type { DashboardContext } from '../context';
import { Measurement } from '../domain/measurement';
import { statusReport } from '../domain/status-report';

/** Services are asked once per period, however many visitors the page has. */
const PERIOD_MS = 5_000;
const CALL_TIMEOUT_MS = 1_000;

const { SemanticState } = search;

/** Checks what users can use now; public. */
export class StatusCheck {
  private readonly measurement: Measurement<StatusReport>;
  /** The operators' latest messages, kept for when identity cannot be asked. */
  private messages: Pick<StatusReport, 'restriction' | 'notice'> = { restriction: null, notice: null };

  constructor(private readonly context: Pick<DashboardContext, 'clients' | 'readiness' | 'clock'>) {
    this.measurement = new Measurement(() => this.check(), PERIOD_MS, context.clock);
  }

  /** At most a few seconds old. */
  async read(): Promise<StatusReport> {
    const outcome = await this.measurement.read();
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  private async check(): Promise<StatusReport> {
    const { readiness, clock } = this.context;
    const [{ waitingFor, degraded }, semanticSearch] = await Promise.all([
      readiness.report(),
      this.semanticSearch(),
      this.readMessages(),
    ]);
    return statusReport({
      down: new Set([...waitingFor, ...degraded]),
      semanticSearch,
      ...this.messages,
      atMs: clock(),
    });
  }

  private async semanticSearch(): Promise<'available' | 'unavailable' | 'not_offered'> {
    try {
      const { semantic } = await this.context.clients.search.getStatus({}, newCall());
      if (semantic === SemanticState.NOT_CONFIGURED) return 'not_offered';
      return semantic === SemanticState.AVAILABLE ? 'available' : 'unavailable';
    } catch {
      // Search itself is down; its readiness says so too.
      return 'unavailable';
    }
  }

  private async readMessages(): Promise<void> {
    const { identity } = this.context.clients;
    try {
      const [{ active, message, changedAt }, notice] = await Promise.all([
        identity.getAccessRestriction({}, newCall()),
        identity.getStatusNotice({}, newCall()),
      ]);
      this.messages = {
        restriction: active ? { text: message, since: timestampOrNull(changedAt) } : null,
        notice: messageOf(notice.text, notice.changedAt),
      };
    } catch {
      // Identity is down; its readiness says so too. An incident's notice must not vanish with it.
    }
  }
}

function messageOf(text: string, changedAt: Date | undefined): StatusMessage | null {
  return text === '' ? null : { text, since: timestampOrNull(changedAt) };
}

const newCall = () => ({ requestId: uuidv7(), timeoutMs: CALL_TIMEOUT_MS });
