import { spawn } from 'node:child_process';
import type { Context } from '../context';
import { printable } from '../output/printable';
import { isCi } from '../output/terminal';
import { VERSION } from '../version';
import { readUpdateState, updateFile, writeUpdateState } from './update-state';
import { isNewer } from './versions';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Announces a newer version, and starts a check for one, each at most once a day. Never waits: another process checks,
 * and a later run announces. Off in CI, in pipes, with `--quiet`, and with `SIGNALS_NO_UPDATE_NOTICE`.
 */
export function announceUpdate({ terminal, settings, environment, directories }: Context): void {
  const isWanted = !environment.SIGNALS_NO_UPDATE_NOTICE && !isCi(environment);
  if (!isWanted || !terminal.isTerminal || !terminal.isWatched) return;
  const path = updateFile(directories, settings.apiUrl);
  const state = readUpdateState(path);
  const nowMs = Date.now();
  const { version, dashboardUrl } = state;
  const isDayOld = (thenMs: number | undefined) => thenMs === undefined || Math.abs(nowMs - thenMs) >= DAY_MS;
  const isShown =
    version !== undefined &&
    dashboardUrl !== undefined &&
    isNewer(version, VERSION) &&
    isDayOld(state.shownMs);
  const isAsked = isDayOld(state.askedMs);
  if (!isShown && !isAsked) return;
  // If the process dies after this line, the next check or notice is a day later.
  writeUpdateState(path, {
    ...state,
    ...(isShown && { shownMs: nowMs }),
    ...(isAsked && { askedMs: nowMs }),
  });
  if (isShown) {
    terminal.hint(`\nsignals ${version} is available (this is ${VERSION}):`);
    terminal.hint(`  npm install --global ${printable(dashboardUrl)}/downloads/cli.tgz`);
  }
  if (isAsked) startCheck(settings.apiUrl, path, environment);
}

/** Runs the check in a process that outlives this one. */
function startCheck(apiUrl: string, path: string, environment: NodeJS.ProcessEnv): void {
  // The check needs no secret.
  const { SIGNALS_API_KEY: _key, ...env } = environment;
  const program = require.resolve('./check-program');
  const child = spawn(process.execPath, [...process.execArgv, program, apiUrl, path], {
    env,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  // If no process can be started, there is no notice.
  child.on('error', () => undefined);
  child.unref();
}
