// Starts what libraries start, ends the leftovers, and prints which kinds noticed events before and after.
const { endLeftovers } = require('../../jest/leftovers.cjs');
const { AsyncLocalStorage } = require('node:async_hooks');
const { monitorEventLoopDelay, PerformanceObserver, performance } = require('node:perf_hooks');
const { setImmediate: nextTurn } = require('node:timers/promises');

function begin() {
  const storage = new AsyncLocalStorage();
  storage.enterWith('entered');
  let observed = 0;
  new PerformanceObserver(() => (observed += 1)).observe({ entryTypes: ['mark'] });
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  return {
    forget() {
      observed = 0;
      monitor.reset();
    },
    noticed: () => ({
      storage: storage.getStore() !== undefined,
      observer: observed > 0,
      monitor: monitor.count > 0,
    }),
  };
}

/** Causes events until all of these have noticed. */
async function happen({ noticed }) {
  while (Object.values(noticed()).includes(false)) {
    performance.mark('now');
    await nextTurn();
  }
}

void (async () => {
  const earlier = begin();
  await happen(earlier);
  const before = earlier.noticed();
  endLeftovers();
  earlier.forget();
  await happen(begin());
  process.stdout.write(JSON.stringify([before, earlier.noticed()]));
  endLeftovers();
})();
