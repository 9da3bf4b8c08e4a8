import type { CallerCredentials, Logger } from '@heliograph/runtime';
import type { Home } from '../home/home';
import { ensureDemo, storedDemo, type Demo } from './demo-account';
import { hasSignals, loadSample } from './load-sample';
import { SeedDecision } from './seed-record';

interface FirstStartOptions {
  home: Pick<Home, 'seedFile' | 'demoFile'>;
  /** Whether to load the sample corpus and make a demo account, when this is the first start. */
  sample: boolean;
  /** Called before the corpus is loaded. */
  onLoad: () => void;
  /** The catalog, as the role that owns it. */
  catalogUrl: string;
  /** What dates of the corpus are relative to. */
  today: Date;
  /** Resolves when identity and ledger can be called; asked once the corpus is loaded. */
  untilServing: () => Promise<unknown>;
  credentials: CallerCredentials;
  logger: Logger;
  /** Where a service can be called by then. */
  serviceAddress: (service: string) => string;
}

/**
 * At the first start loads the sample corpus and makes the demo account.
 *
 * @returns the demo account of this start or an earlier one; undefined if there isn't one.
 */
export async function seedFirstStart(options: FirstStartOptions): Promise<Demo | undefined> {
  const { home, sample, catalogUrl, credentials, serviceAddress } = options;
  const decision = new SeedDecision(home.seedFile);
  if (!(await decision.isDue(sample, () => hasSignals(catalogUrl)))) return storedDemo(home.demoFile);
  options.onLoad();
  await loadSample(catalogUrl, options.today, options.logger);
  await options.untilServing();
  const demo = await ensureDemo({
    file: home.demoFile,
    credentials,
    identityAddress: serviceAddress('identity'),
    ledgerAddress: serviceAddress('ledger'),
  });
  decision.done();
  return demo;
}
