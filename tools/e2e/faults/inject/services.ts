import { signal } from '../bed/processes';
import { waitForDuration, type Inject } from './injection';

/** Kills the service, like `kill -9`; the launcher restarts it. */
export function kill(name: string): Inject {
  return async ({ bed, markInjected }) => {
    const process = await bed.processes.find(name);
    markInjected();
    signal(process, 'SIGKILL');
    await bed.processes.replaced(name, process);
    return undefined;
  };
}

/** Freezes the service, which then resumes unaware that time has passed. */
export function pause(name: string): Inject {
  return async (injection) => {
    const process = await injection.bed.processes.find(name);
    injection.markInjected();
    signal(process, 'SIGSTOP');
    try {
      await waitForDuration(injection);
    } finally {
      signal(process, 'SIGCONT');
    }
    return undefined;
  };
}
