import type { BillingEntry } from '@heliograph/dashboard-api';
import { creditOf, clearStartedTopUp, loadStartedTopUp, saveStartedTopUp } from './started-top-up';

function entry(id: string, values: Partial<BillingEntry> = {}): BillingEntry {
  return {
    id,
    kind: 'credit',
    amount: '25.00',
    createdAt: '2026-03-05T12:00:00.000Z',
    reference: null,
    reason: null,
    records: {},
    hasReceipt: true,
    ...values,
  };
}

/** A new Storage; if `isFull`, it refuses to store. */
function storage(isFull = false): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (name) => items.get(name) ?? null,
    key: () => null,
    removeItem: (name) => void items.delete(name),
    setItem: (name, value) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      items.set(name, value);
    },
  };
}

const now = Date.parse('2026-03-05T12:10:00.000Z');

describe('a started payment', () => {
  it('is credited once there is a payment newer than the last known one', () => {
    const started = { amountUsd: '25', lastEntryId: 'old' };
    expect(creditOf([entry('old')], started, now)).toBeUndefined();
    expect(creditOf([entry('new'), entry('old')], started, now)?.id).toBe('new');
    expect(creditOf([entry('automatic', { amount: '50.00' }), entry('old')], started, now)).toBeUndefined();
    expect(
      creditOf([entry('grant', { kind: 'grant', hasReceipt: false }), entry('old')], started, now),
    ).toBeUndefined();
  });

  it('is credited by the first payment ever', () => {
    const started = { amountUsd: '25', lastEntryId: null };
    expect(creditOf([], started, now)).toBeUndefined();
    expect(creditOf([entry('first')], started, now)?.id).toBe('first');
  });

  it('is found by its time in a tab that did not start it', () => {
    expect(creditOf([entry('new')], null, now)?.id).toBe('new');
    expect(creditOf([entry('old', { createdAt: '2026-03-05T11:00:00.000Z' })], null, now)).toBeUndefined();
  });

  it('is remembered for the return, if the browser stores anything', () => {
    const kept = { sessionStorage: storage() };
    saveStartedTopUp({ amountUsd: '25', lastEntryId: 'old' }, kept);
    expect(loadStartedTopUp(kept)).toEqual({ amountUsd: '25', lastEntryId: 'old' });
    clearStartedTopUp(kept);
    expect(loadStartedTopUp(kept)).toBeNull();
    const full = { sessionStorage: storage(true) };
    expect(() => saveStartedTopUp({ amountUsd: '25', lastEntryId: null }, full)).not.toThrow();
    expect(loadStartedTopUp(full)).toBeNull();
    kept.sessionStorage.setItem('heliograph.top-up', '{"amountUsd":1}');
    expect(loadStartedTopUp(kept)).toBeNull();
    kept.sessionStorage.setItem('heliograph.top-up', 'no json');
    expect(loadStartedTopUp(kept)).toBeNull();
  });

  it('goes ahead, and is forgotten, where storage is blocked', () => {
    const blocked = {
      get sessionStorage(): Storage {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    };
    saveStartedTopUp({ amountUsd: '25', lastEntryId: null }, blocked);
    expect(loadStartedTopUp(blocked)).toBeNull();
    clearStartedTopUp(blocked);
  });
});
