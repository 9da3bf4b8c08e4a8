import type { Copy } from './copy';
import type { Fault } from './fault';
import type { FaultResult } from './results';
import { build, runTests, runUntilFailure, type Failure } from './run-tests';

/** Plants faults in a copy of the repository, one at a time. */
export class FaultCheck {
  /** Test files known to pass without a fault. */
  private readonly passing = new Set<string>();

  /** @param whole whether to run all tests when the named ones do not find a fault. */
  constructor(
    private readonly copy: Copy,
    private readonly whole: boolean,
  ) {}

  /**
   * Applies a fault, runs the tests that should find it, and reverts it.
   *
   * @throws when a failed test also fails without the fault, which makes the result meaningless.
   */
  async check(fault: Fault): Promise<FaultResult> {
    const startedAt = performance.now();
    const { name, digest } = fault;
    const { foundBy, failures } = await this.plant(fault);
    await this.requirePassing([...new Set(failures.map(({ file }) => file))]);
    return {
      name,
      digest,
      foundBy,
      isFound: foundBy !== undefined,
      failures: failures.map(({ test }) => test),
      seconds: Math.round((performance.now() - startedAt) / 1_000),
    };
  }

  private async plant({
    file,
    tests,
    builds,
  }: Fault): Promise<{ foundBy: FaultResult['foundBy']; failures: Failure[] }> {
    await this.copy.apply(file);
    try {
      await build(this.copy, builds);
      const failures = await runUntilFailure(this.copy, tests);
      if (failures.length > 0) return { foundBy: 'named', failures };
      const others = this.whole ? await runTests(this.copy, []) : [];
      return { foundBy: others.length > 0 ? 'whole' : undefined, failures: others };
    } finally {
      await this.copy.restore();
      await build(this.copy, builds);
    }
  }

  private async requirePassing(files: readonly string[]): Promise<void> {
    const unknown = files.filter((file) => !this.passing.has(file));
    if (unknown.length === 0) return;
    const failures = await runTests(this.copy, unknown);
    if (failures.length > 0) {
      throw new Error(`tests fail without a fault: ${failures.map(({ test }) => test).join('; ')}`);
    }
    for (const file of unknown) this.passing.add(file);
  }
}
