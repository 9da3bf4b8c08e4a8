'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { endLeftovers } = require('./leftovers.cjs');
const { untilMidnight } = require('./until-midnight.cjs');

/**
 * Test files run as programs do, with Node's own globals instead of a copy, in which each use of a global is slow and
 * libraries would have to be loaded again. What a file changes in them is undone at its end. No file starts shortly
 * before midnight UTC or leaves anything running.
 */
module.exports = class OwnGlobals {
  constructor({ projectConfig }) {
    this.restoreGlobals = globalsOfNow();
    this.restoreProcess = processOfNow();
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    const wait = untilMidnight(Date.now());
    if (wait === 0) return;
    process.stderr.write(`Waiting ${Math.ceil(wait / 1000)} s for midnight UTC\n`);
    await sleep(wait);
  }

  async teardown() {
    endLeftovers();
    this.fakeTimersModern.dispose();
    this.restoreProcess();
    this.restoreGlobals();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
};

/** @returns a function that restores the globals that tests and Jest replace, and removes new ones. */
function globalsOfNow() {
  const known = new Map(Reflect.ownKeys(globalThis).map((key) => [key, descriptorOf(key)]));
  return () => {
    for (const key of Reflect.ownKeys(globalThis)) {
      const descriptor = known.get(key);
      if (!descriptor) Reflect.deleteProperty(globalThis, key);
      else if (descriptor.value !== descriptorOf(key).value)
        Reflect.defineProperty(globalThis, key, descriptor);
    }
  };
}

const descriptorOf = (key) => Object.getOwnPropertyDescriptor(globalThis, key);

function processOfNow() {
  const { exit, exitCode, getBuiltinModule, env } = process;
  const variables = { ...env };
  const directory = process.cwd();
  const listeners = new Set(allListeners().map(({ listener }) => listener));
  return () => {
    for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
    Object.assign(env, variables);
    Object.assign(process, { exit, exitCode, getBuiltinModule, env });
    if (process.cwd() !== directory) process.chdir(directory);
    for (const { event, listener } of allListeners())
      if (!listeners.has(listener)) process.removeListener(event, listener);
  };
}

const allListeners = () =>
  process
    .eventNames()
    .flatMap((event) => process.rawListeners(event).map((listener) => ({ event, listener })));
