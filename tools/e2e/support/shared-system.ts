import { sharedServer } from '@heliograph/testing';
import { RunningSystem } from './running-system';

const PATIENCE_MS = 180_000;

/**
 * A system that holds the fixture's corpus, for every test of the run that needs no setting, corpus or fault of its own. Tests keep to
 * accounts of their own, leave the corpus as it is, and must not stop it.
 */
export async function sharedSystem(): Promise<RunningSystem> {
  const { home, port, dashboardUrl } = JSON.parse(await sharedServer('system', PATIENCE_MS)) as {
    home: string;
    port: number;
    dashboardUrl: string;
  };
  return new RunningSystem(home, port, dashboardUrl, { ...process.env, HELIOGRAPH_HOME: home });
}
