/** Bounds of an HTTP server's connections that no test meets by chance. */
export const testConnections = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  writeTimeoutMs: 30_000,
  maximumConnections: 10_000,
  maximumConnectionsPerAddress: 0,
};
