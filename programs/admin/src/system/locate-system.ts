import { serviceAddress } from '@heliograph/runtime';
import { readFile } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { CommandError } from '../failure';

/** What a running system writes to `HELIOGRAPH_HOME/run/system.json` for other programs on the machine. */
const systemFile = z.object({
  pid: z.number().int(),
  gatewayUrl: z.string(),
  /** Earlier releases do not write it. */
  dashboardUrl: z.string().optional(),
  databaseUrl: z.string(),
  catalogUrl: z.string(),
  callerKey: z.string(),
  addresses: z.record(z.string(), serviceAddress),
  startedAt: z.string(),
});

type SystemFile = z.output<typeof systemFile>;

/** Where to reach a system. The environment takes precedence over the system in HELIOGRAPH_HOME. */
export interface SystemLocation {
  home: string;
  /** The file's content; undefined if it is missing. */
  file: SystemFile | undefined;
  /** From DATABASE_URL, or else the running system's administrator URL. */
  databaseUrl: string | undefined;
  /** For the role that owns the catalog. */
  catalogUrl: string | undefined;
  /** The private key that identifies this program to services. */
  callerKey: string | undefined;
  /** For services of an earlier release, which know no other credential. */
  sharedSecret: string | undefined;
  addresses: Readonly<Record<string, string | undefined>>;
}

/** Works from `programs/admin/src` and `programs/admin/dist` alike: both are at the same depth. */
const repository = resolve(__dirname, '../../../..');

/** @throws CommandError when the system file exists but is invalid. */
export async function locateSystem(environment: NodeJS.ProcessEnv): Promise<SystemLocation> {
  const named = environment.HELIOGRAPH_HOME || '.heliograph';
  const home = isAbsolute(named) ? named : resolve(repository, named);
  const file = await readSystemFile(resolve(home, 'run/system.json'));
  return {
    home,
    file,
    databaseUrl: environment.DATABASE_URL || file?.databaseUrl,
    catalogUrl: environment.DATABASE_URL_CATALOG || catalogUrlOfSystem(file, environment.DATABASE_URL),
    callerKey: environment.CALLER_KEY || file?.callerKey,
    sharedSecret: environment.INTERNAL_SECRET || undefined,
    addresses: { ...file?.addresses, ...givenAddresses(environment) },
  };
}

/** Undefined if DATABASE_URL names a database other than the running system's, which has another catalog. */
function catalogUrlOfSystem(
  file: SystemFile | undefined,
  databaseUrl: string | undefined,
): string | undefined {
  return !databaseUrl || databaseUrl === file?.databaseUrl ? file?.catalogUrl : undefined;
}

/** Whether the process that wrote the system file is still alive. */
export function isSystemAlive(location: SystemLocation): boolean {
  if (location.file === undefined) return false;
  try {
    process.kill(location.file.pid, 0);
    return true;
  } catch (error) {
    // EPERM: another user's process, so it is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The error for the operator when part of the system is missing. */
export function notRunning(location: SystemLocation, alternative: string): CommandError {
  const where =
    location.file === undefined
      ? 'no system is running'
      : `the system (process ${location.file.pid}) has ended`;
  return new CommandError(
    `${where} at ${location.home}: start it with "npm start", name another home with HELIOGRAPH_HOME, or set ${alternative}`,
  );
}

async function readSystemFile(path: string): Promise<SystemFile | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CommandError(`cannot read ${path} (${message}): run this as the user who started the system`);
  }
  const parsed = systemFile.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new CommandError(`${path} is not a running system’s file: stop the system and start it again`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Addresses from `<SERVICE>_ADDRESS` variables, by service. */
function givenAddresses(environment: NodeJS.ProcessEnv): Record<string, string> {
  const addresses: Record<string, string> = {};
  for (const [variable, address] of Object.entries(environment)) {
    const [, service] = /^([A-Z]+)_ADDRESS$/.exec(variable) ?? [];
    if (service !== undefined && address) addresses[service.toLowerCase()] = address;
  }
  return addresses;
}
