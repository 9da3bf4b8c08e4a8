import { spawn } from 'node:child_process';

/** A program that has not failed by then is assumed to have opened the page. */
const FAILS_WITHIN_MS = 700;

interface Launch {
  program: string;
  arguments: string[];
}

/**
 * Programs to try, in order: those in the setting or BROWSER (separated by colons; `%s` stands for the page), or else
 * the system's.
 *
 * The URL is always a separate argument and never reaches a shell.
 */
export function browserLaunches(
  url: string,
  preferred: string | undefined,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Launch[] {
  const named = preferred ?? environment.BROWSER;
  if (named === 'none') return [];
  if (named) {
    // Windows paths contain colons.
    const programs = platform === 'win32' ? [named] : named.split(':');
    return programs
      .map((program) => program.trim())
      .flatMap((program) => (program ? [launchOf(program, url)] : []));
  }
  switch (platform) {
    case 'darwin':
      return [{ program: 'open', arguments: [url] }];
    case 'win32':
      // `start` is a shell built-in, and the shell would interpret the URL.
      return [{ program: 'rundll32.exe', arguments: ['url.dll,FileProtocolHandler', url] }];
    default:
      return hasDisplay(environment)
        ? ['xdg-open', 'wslview'].map((program) => ({ program, arguments: [url] }))
        : [];
  }
}

/**
 * Opens a page in the user's browser.
 *
 * @returns whether a program opened it; callers print the URL either way.
 * @throws TypeError for anything but http(s): an untrusted URL could start an arbitrary program.
 */
export async function openBrowser(
  url: string,
  preferred: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new TypeError('Only http and https pages are opened.');
  for (const launch of browserLaunches(href, preferred, environment)) {
    if (await start(launch)) return true;
  }
  return false;
}

function launchOf(program: string, url: string): Launch {
  const [command = '', ...rest] = program.split(/\s+/);
  if (!rest.some((part) => part.includes('%s'))) return { program: command, arguments: [...rest, url] };
  return { program: command, arguments: rest.map((part) => part.replaceAll('%s', () => url)) };
}

/** On WSL, pages open in Windows, which has a display. */
function hasDisplay({ DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME }: NodeJS.ProcessEnv): boolean {
  return Boolean(DISPLAY ?? WAYLAND_DISPLAY ?? WSL_DISTRO_NAME);
}

function start({ program, arguments: args }: Launch): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true });
    const timer = setTimeout(() => resolve(true), FAILS_WITHIN_MS);
    child.once('error', () => {
      clearTimeout(timer);
      resolve(false);
    });
    child.once('exit', (status) => {
      clearTimeout(timer);
      resolve(status === 0);
    });
    child.unref();
  });
}
