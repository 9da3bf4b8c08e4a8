import { sharedServer, type SharedServer } from '@heliograph/testing';
import { RunningSystem } from './running-system';

const TIMEOUT_MS = 180_000;

/**
 * A system with the fixture's corpus, for every test of the run that does not need its own settings, corpus, or issues.
 * Tests use their own accounts, leave the corpus unchanged, and must not stop it.
 */
export function sharedSystem(): Promise<RunningSystem> {
  return runningSystem('system');
}

/**
 * Another one, whose limits no test reaches, for tests that publish activities: with ids and words of their own, because
 * others publish at the same time.
 */
export function changingSystem(): Promise<RunningSystem> {
  return runningSystem('changing-system');
}

async function runningSystem(server: SharedServer): Promise<RunningSystem> {
  const { home, port, dashboardUrl } = JSON.parse(await sharedServer(server, TIMEOUT_MS)) as {
    home: string;
    port: number;
    dashboardUrl: string;
  };
  return new RunningSystem(home, port, dashboardUrl, { ...process.env, HELIOGRAPH_HOME: home });
}
