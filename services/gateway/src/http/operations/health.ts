import { JSON_CONTENT_TYPE } from '../../charging/metered';
import type { Operation } from '../operation';

const HEALTHY = Buffer.from('{"status":"ok"}');
const READY = Buffer.from('{"status":"ready"}');

/** `GET /healthz`: the process lives and its event loop turns. */
export const getHealth: Operation = {
  name: 'getHealth',
  takesAnyHost: true,
  methods: ['GET', 'HEAD'],
  handle(_context, exchange) {
    exchange.addHeader('Cache-Control', 'no-store');
    exchange.send(200, JSON_CONTENT_TYPE, HEALTHY);
  },
};

/** `GET /readyz`: 200 only while every service behind the gateway is ready to serve. */
export const getReadiness: Operation = {
  name: 'getReadiness',
  takesAnyHost: true,
  methods: ['GET', 'HEAD'],
  async handle(context, exchange) {
    const { waitingFor } = await context.readiness.report();
    exchange.addHeader('Cache-Control', 'no-store');
    if (waitingFor.length === 0) exchange.send(200, JSON_CONTENT_TYPE, READY);
    else
      exchange.send(503, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify({ status: 'not ready', waitingFor })));
  },
};
