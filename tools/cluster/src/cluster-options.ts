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
  /** Numbers of instances by service, where they differ from the defaults. */
  replicas: Readonly<Record<string, number>>;
  timings: Timings;
  /** Holds `services/<name>/dist/main.js`. */
  root: string;
  /** Whether to load the sample corpus and create a demo account on the first start. */
  sample: boolean;
  /** Inherited by instances, except for the launcher's own variables. */
  environment: NodeJS.ProcessEnv;
  /** Reports progress. */
  say: (text: string) => void;
}
