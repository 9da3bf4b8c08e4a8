import { spawnSync } from 'node:child_process';

/**
 * Shows text in the user's pager: the command line in `PAGER`, as in git, or else less. Empty or `cat` means no pager.
 * Blocks until the pager exits, so that only the pager gets Ctrl-C.
 *
 * @returns false if there is no pager, and nothing was shown.
 */
export function showInPager(text: string, environment: NodeJS.ProcessEnv): boolean {
  const { PAGER = 'less', TERM } = environment;
  if (PAGER.trim() === '' || PAGER.trim() === 'cat' || TERM === 'dumb') return false;
  const { status, error } = spawnSync(PAGER, {
    shell: true,
    input: text,
    stdio: ['pipe', 'inherit', 'inherit'],
    // F: exit if everything fits; R: show colors; X: leave the text on the screen.
    env: { LESS: 'FRX', ...environment },
  });
  // EPIPE means the user quit the pager early, which is fine.
  const isThere =
    status !== 127 && (error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE');
  return isThere;
}
