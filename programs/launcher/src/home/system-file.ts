import { rmSync } from 'node:fs';
import { writeJsonFile } from './json-file';

/** What `heliograph-admin` and the benchmarks read about the running system. Holds secrets. */
export interface SystemFile {
  pid: number;
  gatewayUrl: string;
  dashboardUrl: string;
  /** The administrator's connection string. */
  databaseUrl: string;
  /** The catalog, as the role that owns it. */
  catalogUrl: string;
  /** The private key of `heliograph-admin`. */
  callerKey: string;
  /** gRPC addresses by service. */
  addresses: Readonly<Record<string, string>>;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Ports of `/metrics` on 127.0.0.1 by service. */
  metrics: Readonly<Record<string, number>>;
}

export function writeSystemFile(path: string, content: SystemFile): void {
  writeJsonFile(path, content);
}

export function removeSystemFile(path: string): void {
  rmSync(path, { force: true });
}
