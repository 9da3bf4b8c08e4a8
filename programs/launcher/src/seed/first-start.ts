import type { CallerCredentials, Logger } from '@heliograph/runtime';
import type { Home } from '../home/home';
import { ensureDemo, storedDemo, type Demo } from './demo-account';
import { hasSignals, loadSample } from './load-sample';
import { SeedDecision } from './seed-record';

interface FirstStartOptions {
  home: Pick<Home, 'seedFile' | 'demoFile'>;
  /** Whether to load the sample corpus and create a demo account, if this is the first start. */
  sample: boolean;
  /** Called before the corpus is loaded. */
  onLoad: () => void;
  /** The catalog, as the role that owns it. */
  catalogUrl: string;
  /** The reference for the corpus's dates. */
  today: Date;
  /** Resolves when identity and ledger can be called; awaited once the corpus is loaded. */
  untilServing: () => Promise<unknown>;
  credentials: CallerCredentials;
  logger: Logger;
  /** A service's address, once `untilServing` has resolved. */
  serviceAddress: (service: string) => string;
}

/**
 * Loads the sample corpus and creates the demo account on the first start.
 *
 * @returns this or an earlier start's demo account; undefined if there isn't one.
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
