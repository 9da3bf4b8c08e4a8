import { spawnSync } from 'node:child_process';

/**
 * Shows text in the user's pager: `PAGER`, a command line as for git, or else less. Empty or `cat`: no pager. Waits
 * meanwhile, so that only the pager gets Ctrl-C.
 *
 * @returns false when there is no pager; nothing was shown then.
 */
export function showInPager(text: string, environment: NodeJS.ProcessEnv): boolean {
  const { PAGER = 'less', TERM } = environment;
  if (PAGER.trim() === '' || PAGER.trim() === 'cat' || TERM === 'dumb') return false;
  const { status, error } = spawnSync(PAGER, {
    shell: true,
    input: text,
    stdio: ['pipe', 'inherit', 'inherit'],
    // Exits if everything fits, shows colors, and leaves the text on the screen.
    env: { LESS: 'FRX', ...environment },
  });
  // Quitting the pager early breaks the pipe; it has shown what was wanted.
  const isThere =
    status !== 127 && (error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE');
  return isThere;
}
