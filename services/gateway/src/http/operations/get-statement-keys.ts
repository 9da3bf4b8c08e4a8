import type { GatewayContext } from '../../context';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';

const TIMEOUT_MS = 3_000;
/** Keys are published long before they sign. */
const FRESH_MS = 60_000;

/** The last response, so that a public path costs the ledger nothing. */
const known = new WeakMap<GatewayContext, { jwks: string; readAt: number }>();

/** `GET /.well-known/jwks.json`: the keys that verify statements (RFC 7517). */
export const getStatementKeys: Operation = {
  name: 'getStatementKeys',
  methods: ['GET', 'HEAD'],
  async handle(context, exchange) {
    throwIfInvalid(queryOf(exchange));
    let keys = known.get(context);
    if (!keys || performance.now() - keys.readAt > FRESH_MS) {
      const { jwks } = await context.backends.live.ledger.listStatementKeys(
        {},
        exchange.readCall(TIMEOUT_MS),
      );
      keys = { jwks, readAt: performance.now() };
      known.set(context, keys);
    }
    exchange.setHeader('Cache-Control', 'public, max-age=300');
    exchange.send(200, 'application/jwk-set+json', Buffer.from(keys.jwks));
  },
};
