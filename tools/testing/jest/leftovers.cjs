'use strict';

// What libraries begin for the life of a process, and test files thus leave to all later ones of their worker. Until
// Node.js 24 each promise pays for each storage that was ever entered, of which Jest has a new one for each file; each
// observer is told of each collection of garbage; each monitor has a timer of 10 ms. Together: a sixth of the CPU time
// of a worker's 140 files.
const { AsyncLocalStorage } = require('node:async_hooks');
const { monitorEventLoopDelay, PerformanceObserver } = require('node:perf_hooks');

/** Each with a function that ends it. */
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

/** Ends what was begun since the last call. */
exports.endLeftovers = () => {
  for (const [each, end] of begun) end(each);
  begun.clear();
};
