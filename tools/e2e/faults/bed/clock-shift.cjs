'use strict';

// Preloaded into the services (NODE_OPTIONS): once a file says so, their clocks show the machine's time plus an offset.
// Timers and performance.now() are unaffected, as when a real clock is set.
const { readFileSync, statSync } = require('node:fs');
const { sep } = require('node:path');

const file = process.env.FAULTS_CLOCK_FILE;
const service = (process.argv[1] ?? '').split(sep).at(-3);
const shifted = new Set(['gateway', 'ledger', 'metering']);
const POLL_MS = 100;

if (file && shifted.has(service)) {
  const RealDate = Date;
  let offsetMs = 0;
  let readAt = -1;

  const look = () => {
    try {
      const { mtimeMs } = statSync(file);
      if (mtimeMs === readAt) return;
      offsetMs = JSON.parse(readFileSync(file, 'utf8'))[service] ?? 0;
      readAt = mtimeMs;
    } catch {
      // The file does not exist yet.
    }
  };

  const now = RealDate.now;
  RealDate.now = () => now() + offsetMs;
  const given = (args) => (args.length === 0 ? [RealDate.now()] : args);
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, given(args), newTarget),
    apply: (target) => new target(RealDate.now()).toString(),
  });
  const lookAgain = () => {
    look();
    setTimeout(lookAgain, POLL_MS).unref();
  };
  lookAgain();
}
