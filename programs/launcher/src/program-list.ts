import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { DatabaseRole } from '@heliograph/postgres';
import { parse } from 'yaml';
import type { ZodType } from 'zod';

/** One service of the system, as charts/heliograph/programs.yaml has it. */
export interface ServiceDefinition {
  /** The directory below `services/`; also the name of its socket, its log and its address variable. */
  name: string;
  /** The database role that it connects as; it gets no database without one. */
  role?: DatabaseRole;
  /** HTTP port for clients; a service without one speaks gRPC. */
  port?: number;
  /** The services whose addresses it gets. They are stopped after it. */
  calls: readonly string[];
  /** The variables that it reads, by name. */
  variables: Readonly<Record<string, ZodType>>;
  /** Variables of its process besides. */
  environment?: Readonly<Record<string, string>>;
  /** Megabytes below which its heap is not collected as a whole. */
  heapMegabytes?: number;
  /** How nice it is when all processors are busy: 0 (unless given) to 19. */
  niceness?: number;
  /** Whether a second process cannot run beside it. */
  isSingle?: boolean;
  /** Of processes in a cluster on one machine. */
  replicas?: number;
}

type Listed = Omit<ServiceDefinition, 'name' | 'calls' | 'variables'> & {
  calls?: string[];
  isCommand?: boolean;
};

/** Both from the sources and from what was built. */
const LIST = join(__dirname, '../../../charts/heliograph/programs.yaml');
const requireModule = createRequire(__filename);

/** The services that `npm start` runs. */
export const services: readonly ServiceDefinition[] = Object.entries(
  parse(readFileSync(LIST, 'utf8')) as Record<string, Listed | null>,
)
  .filter(([, listed]) => !listed?.isCommand)
  .map(([name, listed]) => ({ calls: [], ...listed, name, variables: variablesOf(name) }));

/** What a service itself says that it reads. */
function variablesOf(service: string): ServiceDefinition['variables'] {
  const config = requireModule(`@heliograph/${service}/dist/config`) as {
    variables: ServiceDefinition['variables'];
  };
  return config.variables;
}
