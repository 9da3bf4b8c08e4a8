import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DatabaseRole } from '@heliograph/postgres';
import { parse } from 'yaml';
import type { ZodType } from 'zod';

/** A service of the system, from charts/heliograph/programs.yaml. */
export interface ServiceDefinition {
  /** The directory below `services/`; also the name of its socket, its log and its address variable. */
  name: string;
  /** The database role it connects as; without one, it gets no database. */
  role?: DatabaseRole;
  /** HTTP port for clients; a service without one speaks gRPC. */
  port?: number;
  /** The services whose addresses it gets. They are stopped after it. */
  calls: readonly string[];
  /** The variables it reads, by name. */
  variables: Readonly<Record<string, ZodType>>;
  /** Additional variables of its process. */
  environment?: Readonly<Record<string, string>>;
  /** Megabytes below which it runs no full garbage collection. */
  heapMegabytes?: number;
  /** Megabytes of new objects between two collections of them. */
  youngMegabytes?: number;
  /** Its niceness when all processors are busy: 0 (default) to 19. */
  niceness?: number;
  /** Whether only one process of it may run at a time. */
  isSingle?: boolean;
  /** Number of processes in a cluster on one machine. */
  replicas?: number;
}

type Listed = Omit<ServiceDefinition, 'name' | 'calls' | 'variables'> & {
  calls?: string[];
  isCommand?: boolean;
};

/** Works from both source and build. */
const LIST = join(__dirname, '../../../charts/heliograph/programs.yaml');
const requireModule = createRequire(__filename);

/** The services that `npm start` runs. */
export const services: readonly ServiceDefinition[] = Object.entries(
  parse(readFileSync(LIST, 'utf8')) as Record<string, Listed | null>,
)
  .filter(([, listed]) => !listed?.isCommand)
  .map(([name, listed]) => ({ calls: [], ...listed, name, variables: variablesOf(name) }));

/** The variables that a service declares it reads. */
function variablesOf(service: string): ServiceDefinition['variables'] {
  const config = requireModule(`@heliograph/${service}/dist/config`) as {
    variables: ServiceDefinition['variables'];
  };
  return config.variables;
}
