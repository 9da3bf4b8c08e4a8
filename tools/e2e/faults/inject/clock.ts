import { SERVICES_WITH_CLOCK } from '../bed/clock';
import { waitForDuration, type Inject } from './injection';

const LARGEST_JUMP_MS = 3_600_000;

/** The clocks of some services jump, each by a different amount, and later back to the right time. */
export const jumpClock: Inject = async (injection) => {
  const { bed, random, markInjected } = injection;
  const services = SERVICES_WITH_CLOCK.filter(() => random.chance(0.7));
  const offsets = Object.fromEntries(
    services.map((name) => [
      name,
      random.chance(0.5)
        ? random.pick([-LARGEST_JUMP_MS, LARGEST_JUMP_MS])
        : random.integer(-LARGEST_JUMP_MS, LARGEST_JUMP_MS),
    ]),
  );
  markInjected();
  bed.clock.set(offsets);
  try {
    await waitForDuration(injection);
  } finally {
    bed.clock.set({});
  }
  return services.map((name) => `${name} ${Math.round((offsets[name] ?? 0) / 1_000)} s`).join(', ');
};
