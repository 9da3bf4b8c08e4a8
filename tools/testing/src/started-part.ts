/** No shorter than the shared servers' own timeouts, which allow for downloads and report what was awaited. */
const START_TIMEOUT_MS = 330_000;

type Stop<Started> = (part: Started) => unknown;

/** Starts a part before the tests of a file or block and stops it after them. */
export function startBeforeAll<Started extends object>(
  start: () => Promise<Started>,
  stop: Stop<Started> = stopOrClose,
): Started {
  return startedPart(start, stop, beforeAll, afterAll);
}

/** Starts a part before each test and stops it after the test. */
export function startBeforeEach<Started extends object>(
  start: () => Promise<Started>,
  stop: Stop<Started> = stopOrClose,
): Started {
  return startedPart(start, stop, beforeEach, afterEach);
}

function stopOrClose(part: { stop?(): unknown; close?(): unknown }): unknown {
  return part.stop ? part.stop() : part.close?.();
}

/** A proxy for the most recently started part, for use in tests and later hooks. */
function startedPart<Started extends object>(
  start: () => Promise<Started>,
  stop: Stop<Started>,
  before: (hook: () => Promise<void>, timeoutMs: number) => void,
  after: (hook: () => Promise<void>) => void,
): Started {
  let part: Started | undefined;
  before(async () => {
    part = await start();
  }, START_TIMEOUT_MS);
  after(async () => {
    const started = part;
    part = undefined;
    if (started) await stop(started);
  });
  const current = (): Started => {
    if (!part) throw new Error('not started: use it in tests, and in hooks after this one');
    return part;
  };
  return new Proxy({} as Started, {
    get: (_, name) => Reflect.get(current(), name) as unknown,
    set: (_, name, value) => Reflect.set(current(), name, value),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
  });
}
