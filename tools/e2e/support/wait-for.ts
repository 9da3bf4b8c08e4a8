/** Waits until a condition holds, asking again every 50 ms; fails naming what did not come. */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  options: { timeoutMs: number; what: () => string },
): Promise<void> {
  const deadline = Date.now() + options.timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${options.timeoutMs} ms for ${options.what()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
