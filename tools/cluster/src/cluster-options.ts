import type { Home, LauncherConfig, LogFiles, Secrets, ServiceDefinition } from '@heliograph/launcher';
import type { Logger } from '@heliograph/runtime';
import type { Timings } from './instances/timings';

export interface ClusterOptions {
  config: LauncherConfig;
  home: Home;
  secrets: Secrets;
  logs: LogFiles;
  logger: Logger;
  services: readonly ServiceDefinition[];
  /** Where they differ from the usual ones. */
  replicas: Readonly<Record<string, number>>;
  timings: Timings;
  /** Holds `services/<name>/dist/main.js`. */
  root: string;
  /** Whether to load the sample corpus and make a demo account, when this is the first start. */
  sample: boolean;
  /** What instances inherit, except for the launcher's own variables. */
  environment: NodeJS.ProcessEnv;
  /** Told what is being done. */
  say: (text: string) => void;
}
