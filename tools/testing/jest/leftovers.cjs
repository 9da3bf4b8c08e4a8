'use strict';

// What libraries start for the life of a process, and test files therefore leave to later files in their worker. Before
// Node.js 24, each promise pays for every storage ever entered, and Jest has new ones for each file; each observer
// hears of every garbage collection; each monitor has a 10 ms timer. Together they took a sixth of the CPU time of a
// worker's 140 files.
const { AsyncLocalStorage } = require('node:async_hooks');
const { monitorEventLoopDelay, PerformanceObserver } = require('node:perf_hooks');

/** Each leftover, with a function that ends it. */
const begun = new Map();

note(AsyncLocalStorage.prototype, ['run', 'enterWith'], (storage) => storage.disable());
note(PerformanceObserver.prototype, ['observe'], (observer) => observer.disconnect());
note(Object.getPrototypeOf(monitorEventLoopDelay()), ['enable'], (monitor) => monitor.disable());

function note(prototype, methods, end) {
  for (const method of methods) {
    const begin = prototype[method];
    prototype[method] = function beginAndNote(...args) {
      begun.set(this, end);
      return Reflect.apply(begin, this, args);
    };
  }
}

/** Ends everything started since the last call. */
exports.endLeftovers = () => {
  for (const [each, end] of begun) end(each);
  begun.clear();
};
