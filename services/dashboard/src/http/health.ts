import { JSON_CONTENT_TYPE, type Exchange } from './exchange';
import type { Operation } from './operation';

const READ = ['GET', 'HEAD'];

/** `GET /healthz`: the process lives and its event loop turns. */
export const getHealth: Operation = {
  name: 'getHealth',
  takesAnyHost: true,
  methods: READ,
  handle(_context, exchange) {
    sendStatus(exchange, 200, { status: 'ok' });
  },
};

/** `GET /readyz`: 200 only while the services that every page needs are ready; `degraded` names others that are not. */
export const getReadiness: Operation = {
  name: 'getReadiness',
  takesAnyHost: true,
  methods: READ,
  async handle(context, exchange) {
    const { waitingFor, degraded } = await context.readiness.report();
    const others = degraded.length > 0 ? { degraded } : {};
    if (waitingFor.length === 0) sendStatus(exchange, 200, { status: 'ready', ...others });
    else sendStatus(exchange, 503, { status: 'not ready', waitingFor, ...others });
  },
};

function sendStatus(exchange: Exchange, status: number, body: object): void {
  exchange.setHeader('Cache-Control', 'no-store');
  exchange.send(status, JSON_CONTENT_TYPE, JSON.stringify(body));
}
