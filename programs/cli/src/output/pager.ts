import { spawnSync } from 'node:child_process';

/**
 * Shows text in the user's pager: `PAGER`, a command line as for git, else less. Empty or `cat`: in none. This program waits
 * meanwhile, so that Ctrl-C is the pager's alone.
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
    // Ends by itself if all fits, shows colors, and leaves the text on the screen.
    env: { LESS: 'FRX', ...environment },
  });
  // One that was left before its end has a broken pipe, and has shown what was wanted.
  const isThere =
    status !== 127 && (error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE');
  return isThere;
}
