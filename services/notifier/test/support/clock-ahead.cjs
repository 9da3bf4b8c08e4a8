const aheadMs = Number(process.env.CLOCK_AHEAD_MS);

/** Shifts the clock of a process that requires this file. */
globalThis.Date = class extends Date {
  constructor(...values) {
    super(...(values.length > 0 ? values : [Date.now()]));
  }

  static now() {
    return super.now() + aheadMs;
  }
};
