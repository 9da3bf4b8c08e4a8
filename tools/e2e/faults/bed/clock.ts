import { replaceFile } from '@heliograph/runtime';
import { join } from 'node:path';

export const SERVICES_WITH_CLOCK = ['gateway', 'ledger', 'metering'] as const;
type ServiceWithClock = (typeof SERVICES_WITH_CLOCK)[number];

/** The services' clocks, which read an offset from a file (clock-shift.cjs). The database's clock is unaffected. */
export class Clock {
  constructor(private readonly file: string) {
    this.set({});
  }

  /** For the system's environment. */
  get environment(): NodeJS.ProcessEnv {
    const preload = `--require ${JSON.stringify(join(__dirname, 'clock-shift.cjs'))}`;
    return {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${preload}`.trim(),
      FAULTS_CLOCK_FILE: this.file,
    };
  }

  /** Milliseconds to add, by service; unnamed services show the machine's time. */
  set(offsets: Partial<Record<ServiceWithClock, number>>): void {
    replaceFile(this.file, JSON.stringify(offsets));
  }
}
