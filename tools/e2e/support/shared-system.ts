import { sharedServer } from '@heliograph/testing';
import { RunningSystem } from './running-system';

const TIMEOUT_MS = 180_000;

/**
 * A system with the fixture's corpus, for every test of the run that does not need its own settings, corpus, or issues.
 * Tests use their own accounts, leave the corpus unchanged, and must not stop it.
 */
export async function sharedSystem(): Promise<RunningSystem> {
  const { home, port, dashboardUrl } = JSON.parse(await sharedServer('system', TIMEOUT_MS)) as {
    home: string;
    port: number;
    dashboardUrl: string;
  };
  return new RunningSystem(home, port, dashboardUrl, { ...process.env, HELIOGRAPH_HOME: home });
}
