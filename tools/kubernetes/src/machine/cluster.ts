import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@heliograph/testing';
import { runCommand, tryCommand, type CommandOptions, type CommandOutcome } from '../run-command';
import {
  API_PORT,
  CLUSTER_NAME,
  EDGE_NAMESPACE,
  NETWORK,
  nodeAddress,
  nodeName,
  NODES,
  podCidrOf,
  type NodeNumber,
  type Paths,
} from '../settings';
import { manifestText, volumes } from './addons';
import { makeCertificates } from './certificates';
import { writeNodeFiles } from './node-files';
import { markedProcess, writeProcessMark } from './process-mark';

const START_MS = 180_000;

/** A Kubernetes cluster on this machine: each node is a process tree in its own namespaces, without a route out. */
export class Cluster {
  constructor(
    readonly paths: Paths,
    /** Directory of kubectl and helm. */
    private readonly tools: string,
  ) {}

  get isUp(): boolean {
    return NODES.every((node) => this.isNodeUp(node));
  }

  /** Waits until every node is ready and cluster DNS answers. @param archives of images, for every node. */
  async up(archives: readonly string[]): Promise<void> {
    await mkdir(this.paths.state, { recursive: true });
    await makeCertificates(this.paths.state);
    for (const node of NODES) await this.startNode(node);
    await waitFor(async () => (await this.kubectl('get', '--raw', '/readyz')) === 'ok', {
      timeoutMs: START_MS,
      description: `the API server: see ${this.paths.state}/node1/log`,
    });
    await this.importImages(archives);
    for (const { path, manifest } of volumes(this.paths.state)) {
      await mkdir(path, { recursive: true });
      await this.apply(manifest);
    }
    for (const file of ['addons.yaml', 'edge.yaml'])
      await this.apply(await manifestText(this.paths.tool, file));
    await this.waitForNodes();
    await this.kubectl('-n', 'kube-system', 'rollout', 'status', 'deployment/coredns', '--timeout=120s');
    await this.kubectl('-n', EDGE_NAMESPACE, 'rollout', 'status', 'deployment/traefik', '--timeout=120s');
  }

  /** Imports images on every node. An existing tag moves to the new image. */
  async importImages(archives: readonly string[]): Promise<void> {
    for (const node of NODES)
      for (const archive of archives)
        await this.onNode(
          node,
          'ctr',
          '-n',
          'k8s.io',
          'images',
          'import',
          '--snapshotter',
          'overlayfs',
          archive,
        );
  }

  /** Starts a node that is down, with the contents of its directory. */
  async startNode(node: NodeNumber): Promise<void> {
    const { state, programs, tool } = this.paths;
    const directory = join(state, nodeName(node));
    await mkdir(join(directory, 'log'), { recursive: true });
    for (const mark of ['network-wanted', 'network-ready', 'started'])
      await rm(join(directory, mark), { force: true });
    await writeNodeFiles(state, node);
    // A lost node's files refer to containers that its kubelet would never find.
    await removeGroups(join(CLUSTER_NAME, nodeName(node)));
    const environment = {
      DIRECTORY: directory,
      STATE: state,
      PROGRAMS: programs,
      NODE: String(node),
      NAME: nodeName(node),
      ADDRESS: nodeAddress(node),
      CLUSTER_NAME,
      API_PORT: String(API_PORT),
      POD_CIDR: NETWORK.podCidr,
      SERVICE_CIDR: NETWORK.serviceCidr,
    };
    const namespaces = [
      '--net',
      '--mount',
      '--pid',
      '--fork',
      '--uts',
      '--ipc',
      '--mount-proc',
      '--kill-child',
    ];
    const outer = startDetached('unshare', [...namespaces, '--', join(tool, 'machine/node.sh')], {
      environment,
      log: join(directory, 'log/node.log'),
    });
    const marked = (mark: string) =>
      waitFor(() => existsSync(join(directory, mark)), {
        timeoutMs: START_MS,
        description: `${mark} of ${nodeName(node)}: see ${directory}/log`,
      });
    await marked('network-wanted');
    const children = await readFile(`/proc/${outer}/task/${outer}/children`, 'utf8');
    await writeProcessMark(join(directory, 'pid'), Number(children.trim()));
    if (node !== 1) await this.joinFabric(node);
    await writeFile(join(directory, 'network-ready'), '');
    await marked('started');
    await this.startNodePrograms(node);
  }

  /** Kills a node and all its pods at once. Cuts its link first, so that its peers are not notified. */
  async loseNode(node: Exclude<NodeNumber, 1>): Promise<void> {
    await this.onNode(1, 'ip', 'link', 'delete', `to-${nodeName(node)}`);
    await this.endNode(node);
  }

  async down(): Promise<void> {
    for (const node of [...NODES].reverse()) await this.endNode(node);
    await removeGroups(CLUSTER_NAME);
    const { state } = this.paths;
    if (!existsSync(state)) return;
    const old = `${state}.old-${process.pid}`;
    await rename(state, old);
    await rm(old, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }

  /** @throws CommandFailure */
  kubectl(...args: string[]): Promise<string> {
    return this.asAdministrator('kubectl', args);
  }

  helm(...args: string[]): Promise<string> {
    return this.asAdministrator('helm', args, { timeoutMs: 900_000 });
  }

  /** Objects as JSON. @throws CommandFailure */
  async get<Item>(...args: string[]): Promise<Item[]> {
    const { items } = JSON.parse(await this.kubectl('get', '-o', 'json', ...args)) as { items: Item[] };
    return items;
  }

  /** @param manifest an object, or YAML. */
  async apply(manifest: object | string): Promise<void> {
    const input = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
    await this.asAdministrator('kubectl', ['apply', '-f', '-'], { input });
  }

  /** Runs a program in node 1's network, with the administrator's kubeconfig. @throws CommandFailure */
  asAdministrator(program: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
    const { command, environment } = this.entering(program, args);
    return runCommand(command[0]!, command.slice(1), { ...options, env: environment });
  }

  /** Like {@link asAdministrator}, but also returns failures. */
  tryAsAdministrator(program: string, args: readonly string[]): Promise<CommandOutcome> {
    const { command, environment } = this.entering(program, args);
    return tryCommand(command[0]!, command.slice(1), { env: environment });
  }

  /** A command for this machine that runs a program like {@link asAdministrator}. */
  entering(program: string, args: readonly string[]): { command: string[]; environment: NodeJS.ProcessEnv } {
    const command = ['nsenter', '--target', String(this.pidOf(1)), '--net', '--', program, ...args];
    return { command, environment: this.administratorEnvironment() };
  }

  /** Runs a program in a node's network and mounts. @throws CommandFailure */
  onNode(node: NodeNumber, program: string, ...args: string[]): Promise<string> {
    const spaces = ['--net', '--mount', '--pid', '--uts', '--ipc'];
    const entering = ['--target', String(this.pidOf(node)), ...spaces, '--', program, ...args];
    return runCommand('nsenter', entering, { env: this.administratorEnvironment() });
  }

  async waitForNodes(): Promise<void> {
    await this.kubectl('wait', 'node', '--all', '--for=condition=Ready', '--timeout=300s');
  }

  /** Process 1 of a node, by its id on the machine. */
  pidOf(node: NodeNumber): number {
    const pid = markedProcess(join(this.paths.state, nodeName(node), 'pid'));
    if (pid === undefined) throw new Error(`${nodeName(node)} is not running`);
    return pid;
  }

  private administratorEnvironment(): NodeJS.ProcessEnv {
    const home = join(this.paths.state, 'home');
    const PATH = [this.tools, this.paths.programs, '/usr/sbin:/usr/bin:/sbin:/bin'].join(':');
    return { PATH, HOME: home, KUBECONFIG: join(this.paths.state, 'admin.kubeconfig') };
  }

  private isNodeUp(node: NodeNumber): boolean {
    return markedProcess(join(this.paths.state, nodeName(node), 'pid')) !== undefined;
  }

  private async joinFabric(node: NodeNumber): Promise<void> {
    const one = [String(this.pidOf(1)), nodeAddress(1), podCidrOf(1)];
    const other = [String(node), String(this.pidOf(node)), nodeAddress(node), podCidrOf(node)];
    await runCommand(join(this.paths.tool, 'machine/link.sh'), [...one, ...other]);
  }

  /** Starts the stand-ins for a network plugin's policies and, on node 1, for metrics-server. */
  private async startNodePrograms(node: NodeNumber): Promise<void> {
    const directory = join(this.paths.state, nodeName(node));
    const names = node === 1 ? ['network-policies', 'metrics'] : ['network-policies'];
    for (const name of names) {
      const program = join(this.paths.tool, 'dist/programs', `${name}.js`);
      const args = ['--target', String(this.pidOf(node)), '--net', '--', process.execPath, program];
      const pid = startDetached('nsenter', [...args, this.paths.state, nodeName(node)], {
        environment: {},
        log: join(directory, `log/${name}.log`),
      });
      await writeProcessMark(join(directory, `${name}-pid`), pid);
    }
  }

  private async endNode(node: NodeNumber): Promise<void> {
    const directory = join(this.paths.state, nodeName(node));
    for (const name of ['metrics-pid', 'network-policies-pid', 'pid']) {
      const file = join(directory, name);
      const pid = markedProcess(file);
      if (pid === undefined) continue;
      kill(pid);
      await waitFor(() => markedProcess(file) === undefined, {
        timeoutMs: 60_000,
        description: `the end of ${nodeName(node)}`,
      });
      await rm(file);
    }
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Starts a program that outlives this process. @returns its process id. */
function startDetached(
  program: string,
  args: readonly string[],
  { environment, log }: { environment: NodeJS.ProcessEnv; log: string },
): number {
  const output = openSync(log, 'a');
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, ...environment },
  });
  closeSync(output);
  child.unref();
  if (child.pid === undefined) throw new Error(`${program} could not be started`);
  return child.pid;
}

/** Namespaces disappear with their processes, but control groups remain. */
async function removeGroups(name: string): Promise<void> {
  const root = '/sys/fs/cgroup';
  for (const controller of await readdir(root)) {
    const group = join(root, controller, name);
    if (existsSync(group)) await waitFor(() => removeGroup(group), { description: `the end of ${group}` });
  }
}

async function removeGroup(group: string): Promise<boolean> {
  for (const entry of await readdir(group, { withFileTypes: true }))
    if (entry.isDirectory()) await removeGroup(join(group, entry.name));
  await rmdir(group);
  return true;
}
