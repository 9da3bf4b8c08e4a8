export { run } from './run';

// For another way to run the same services: the cluster on one machine.
export { launcherVariables, loadLauncherConfig, type LauncherConfig } from './config';
export { EmbeddedDatabase } from './database/embedded-database';
export { prepareDatabase } from './database/prepare-database';
export { prepareHome, type Home } from './home/home';
export { lockHome } from './home/home-lock';
export { LogFiles } from './home/log-files';
export { loadSecrets, type Secrets } from './home/secrets';
export { removeSystemFile, writeSystemFile } from './home/system-file';
export { localUrl } from './local-url';
export { signInSettingsOf } from './sign-in-settings';
export { checkPrograms, programOf } from './programs';
export { DEMO_EMAIL, storedDemo } from './seed/demo-account';
export { seedFirstStart } from './seed/first-start';
export { services, type ServiceDefinition } from './program-list';
export { catalogUrl, serviceEnvironment, servicesFor, stopOrder, type SystemFacts } from './services';
export { StartFailure } from './start-failure';
export { listenForStop } from './stop-request';
export { checkBrokers } from './supervision/brokers';
export { checkPortIsFree } from './supervision/ports';
export { launchService } from './supervision/service-process';
export { Supervisor, type RunningProgram } from './supervision/supervisor';
