import { z } from 'zod';
import { integerSetting } from '@heliograph/runtime';

/** A host, `host:port` or `*`. */
const HOST = /^(?:\*|[A-Za-z0-9._-]+(?::\d{1,5})?|\[?[0-9A-Fa-f:.]+\]?(?::\d{1,5})?)$/;

/** Variables of every program that clients reach by HTTP; spread into its own `z.object`. */
export const publicServerVariables = {
  HEADERS_TIMEOUT_MS: integerSetting(100, 600_000).default(10_000),
  REQUEST_TIMEOUT_MS: integerSetting(100, 600_000).default(15_000),
  WRITE_TIMEOUT_MS: integerSetting(100, 600_000).default(30_000),
  MAXIMUM_CONNECTIONS: integerSetting(1, 1_000_000).default(4_096),
  MAXIMUM_CONNECTIONS_PER_ADDRESS: integerSetting(0, 1_000_000).optional(),
  ALLOWED_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => HOST.test(name)), 'must be names of hosts, separated by commas')
    .default([]),
  DRAIN_DELAY_MS: integerSetting(0, 60_000).default(3_000),
};

/** What bounds the connections of a server. Times are milliseconds. */
export interface ConnectionLimits {
  /** Until all headers of a request are there; also of a connection on which nothing comes. */
  headersTimeoutMs: number;
  /** Until all of a request is there. */
  requestTimeoutMs: number;
  /** Until a client has taken an answer that waits for nothing else. */
  writeTimeoutMs: number;
  maximumConnections: number;
  /** From one address, or one IPv6 network of 64 bits; 0: as many as in all. */
  maximumConnectionsPerAddress: number;
}

/** Where the connections of one address are not bounded otherwise: an office behind one address, and no flood. */
const USUAL_CONNECTIONS_PER_ADDRESS = 512;

/**
 * The values of {@link publicServerVariables} under the names that code uses.
 *
 * @param variables.TRUSTED_PROXIES with any, every connection comes from the address of a proxy, so that only a bound that
 *   was set holds.
 */
export function connectionLimitsOf(
  variables: z.output<z.ZodObject<typeof publicServerVariables>> & { TRUSTED_PROXIES: number },
): ConnectionLimits {
  const usual = variables.TRUSTED_PROXIES > 0 ? 0 : USUAL_CONNECTIONS_PER_ADDRESS;
  return {
    headersTimeoutMs: variables.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: variables.REQUEST_TIMEOUT_MS,
    writeTimeoutMs: variables.WRITE_TIMEOUT_MS,
    maximumConnections: variables.MAXIMUM_CONNECTIONS,
    maximumConnectionsPerAddress: variables.MAXIMUM_CONNECTIONS_PER_ADDRESS ?? usual,
  };
}
