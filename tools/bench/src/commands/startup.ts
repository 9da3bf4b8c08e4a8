import { percentiles, round } from '../percentiles';
import type { Report } from '../report';
import { BenchedSystem } from '../system';

/** Seconds from `npm start` (already built, empty home) to a 200 from `/readyz`, and the memory of all processes. */
export async function benchStartup(report: Report, options: { runs: number }): Promise<void> {
  const seconds: number[] = [];
  const megabytes: number[] = [];
  for (let run = 0; run < options.runs; run += 1) {
    const system = await BenchedSystem.start(['--empty'], {});
    seconds.push(system.startSeconds);
    megabytes.push(await system.memoryMegabytes());
    await system.destroy();
  }
  report.add({
    bench: 'startup',
    runs: options.runs,
    medianSeconds: percentiles(seconds).p50,
    worstSeconds: round(Math.max(...seconds)),
    memoryMegabytes: percentiles(megabytes).p50,
  });
}
