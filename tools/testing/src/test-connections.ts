/** Connection limits of an HTTP server that no test hits by accident. */
export const testConnections = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  writeTimeoutMs: 30_000,
  maximumConnections: 10_000,
  maximumConnectionsPerAddress: 0,
};
