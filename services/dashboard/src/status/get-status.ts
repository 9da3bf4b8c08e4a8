import type { Operation } from '../http/operation';
import { sendPage } from '../pages/page';
import { statusPage } from './status-page';
import type { StatusCheck } from './status-check';

/** The page; as data under the same name with `.json`. */
export const STATUS_PATH = '/status';

const READ = ['GET', 'HEAD'];

/** `GET /status`: what works now, for anyone, without scripts. */
export function getStatusPage(check: StatusCheck): Operation {
  return {
    name: 'getStatusPage',
    methods: READ,
    async handle(_context, exchange) {
      sendPage(exchange, 200, statusPage(await check.read()));
    },
  };
}

/** `GET /status.json`: the same as data. */
export function getStatus(check: StatusCheck): Operation {
  return {
    name: 'getStatus',
    methods: READ,
    async handle(_context, exchange) {
      exchange.sendData(await check.read());
    },
  };
}
