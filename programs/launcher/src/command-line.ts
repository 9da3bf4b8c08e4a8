import { parseArgs } from 'node:util';
import { StartFailure } from './start-failure';

interface CommandLine {
  help: boolean;
  /** No sample corpus and no demo account on the first start. */
  empty: boolean;
  /** One JSON object per line instead of text. */
  json: boolean;
}

/** @throws StartFailure for an unknown argument. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        empty: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new StartFailure(
      `${(error as Error).message.split('.')[0]}: npm start -- --help lists the options`,
      true,
    );
  }
}

export const HELP = `Usage: npm start [-- OPTIONS]

Starts the whole system on this machine: an embedded PostgreSQL and all services, supervised. The first start loads a
sample corpus and creates a demo account. Ctrl-C stops everything; a second Ctrl-C does not wait.

Options:
  --empty   on the first start, load no sample corpus and create no demo account
  --json    report in JSON, one object per line
  --help    show this

Environment (an empty variable counts as absent):
  HELIOGRAPH_HOME         .heliograph  all state; relative to the current directory, the default to the project
  GATEWAY_PORT            8080         the API
  DASHBOARD_PORT          8081         the web dashboard; 0 takes any free port
  DASHBOARD_URL, API_URL               where browsers find both, when not on this machine
  OIDC_ISSUER_URL                      the issuer for sign-in, with OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, …
                                       (docs/operations); without, and unless NODE_ENV is production,
                                       a development issuer where anyone can sign in as anyone
  PAYMENT_PROVIDER        development  stripe, development or none; stripe with STRIPE_SECRET_KEY and
                                       STRIPE_WEBHOOK_SECRET; none where NODE_ENV is production
  DATABASE_URL                         PostgreSQL instead of the embedded one; its user must be able to create roles
  REDIS_URL                            shared rate limits, instead of in-process ones
  KAFKA_BROKERS                        host:port of Kafka brokers, instead of the event log in PostgreSQL;
                                       with KAFKA_TLS, KAFKA_SASL_… and KAFKA_TOPIC_PREFIX (docs/events.md)
  QDRANT_URL                           Qdrant, instead of the embedded vector index; with QDRANT_API_KEY, …
  EMBEDDING_PROVIDER      local        local, gemini, openai, or none: turns text into vectors;
                                       with EMBEDDING_API_KEY, …_MODEL, …_URL, … (docs/operations)
  REQUESTS_PER_MINUTE     600          per account
  SEARCHES_PER_MINUTE     300          per account
  ACCOUNT_REQUESTS_IN_FLIGHT
                          64           per account, separately for API and dashboard
  EARLIEST_ACTIVITY_DATE  2026-08-30   the earliest date a search may use
  LOG_LEVEL               info         trace, debug, info, warn, error or fatal
  START_TIMEOUT_MS        25000        how long services may take to become ready
  BACKGROUND_PRIORITY     low          low or normal: whether embedding and indexing yield when all processors are
                                       busy
  CURSOR_SECRET, STATEMENT_KEYS, EMBEDDING_CACHE_SECRET, WEBHOOK_ENCRYPTION_SECRET, DATABASE_URL_<ROLE>
                                       instead of those generated once and kept in the home: secrets, and
                                       passwords of database roles
`;
