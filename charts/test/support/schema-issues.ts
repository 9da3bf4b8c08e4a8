import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Manifest } from './manifests';

const program = join(__dirname, 'validate-manifests.mjs');

/**
 * Issues of objects according to the schemas of Kubernetes, KEDA, the Gateway API, Prometheus Operator, and External
 * Secrets: wrong types, and missing or unknown members. One text per object or unknown member.
 */
export async function schemaIssues(manifests: readonly Manifest[]): Promise<string[]> {
  const validator = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  const printed = Promise.all([text(validator.stdout), text(validator.stderr), once(validator, 'close')]);
  validator.stdin.end(JSON.stringify(manifests));
  const [stdout, stderr] = await printed;
  if (validator.exitCode !== 0) throw new Error(`the validator failed: ${stderr}`);
  return JSON.parse(stdout) as string[];
}
