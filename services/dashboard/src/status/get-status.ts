import type { Operation } from '../http/operation';
import { sendPage } from '../pages/page';
import { statusPage } from './status-page';
import type { StatusCheck } from './status-check';

/** The page; add `.json` for the data. */
export const STATUS_PATH = '/status';

const READ = ['GET', 'HEAD'];

/** `GET /status`: what works now; public, and works without scripts. */
export function getStatusPage(check: StatusCheck): Operation {
  return {
    name: 'getStatusPage',
    methods: READ,
    async handle(_context, exchange) {
      sendPage(exchange, 200, statusPage(await check.read()));
    },
  };
}

/** `GET /status.json`: the same, as data. */
export function getStatus(check: StatusCheck): Operation {
  return {
    name: 'getStatus',
    methods: READ,
    async handle(_context, exchange) {
      exchange.sendData(await check.read());
    },
  };
}
