// Begins what libraries begin, and prints whether each is still there after the end of the leftovers.
const { endLeftovers } = require('../../jest/leftovers.cjs');
const { AsyncLocalStorage } = require('node:async_hooks');
const { monitorEventLoopDelay, PerformanceObserver, performance } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');

async function begin() {
  const storage = new AsyncLocalStorage();
  storage.enterWith('entered');
  let observed = 0;
  new PerformanceObserver(() => (observed += 1)).observe({ entryTypes: ['mark'] });
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  monitor.enable();
  return async () => {
    observed = 0;
    monitor.reset();
    performance.mark('now');
    await sleep(50);
    return { storage: storage.getStore() !== undefined, observer: observed > 0, monitor: monitor.count > 0 };
  };
}

void (async () => {
  const isThere = await begin();
  const before = await isThere();
  endLeftovers();
  process.stdout.write(JSON.stringify([before, await isThere()]));
})();
