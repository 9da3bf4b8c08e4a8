import type { Readiness } from '../service/readiness';
import { JSON_CONTENT_TYPE, type Exchange } from './exchange';
import type { EdgeOperation } from './operation';

const READ = ['GET', 'HEAD'];

/** `GET /healthz`: the process is alive and its event loop runs. */
export const getHealth = {
  name: 'getHealth',
  takesAnyHost: true,
  methods: READ,
  handle(_context, exchange) {
    sendStatus(exchange, 200, { status: 'ok' });
  },
} satisfies EdgeOperation<unknown>;

/** `GET /readyz`: 200 only while the required services are ready; `degraded` names optional ones that are not. */
export const getReadiness = {
  name: 'getReadiness',
  takesAnyHost: true,
  methods: READ,
  async handle(context, exchange) {
    const { waitingFor, degraded } = await context.readiness.report();
    const others = degraded.length > 0 ? { degraded } : {};
    if (waitingFor.length === 0) sendStatus(exchange, 200, { status: 'ready', ...others });
    else sendStatus(exchange, 503, { status: 'not ready', waitingFor, ...others });
  },
} satisfies EdgeOperation<{ readiness: Readiness }>;

function sendStatus(exchange: Exchange, status: number, body: object): void {
  exchange.setHeader('Cache-Control', 'no-store');
  exchange.send(status, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify(body)));
}
