/** Must match package.json (tested). The API reads it from User-Agent. */
export const VERSION = '0.3.0';

/** This program's User-Agent: `signals-cli/0.3.0 (linux; x64) node/20.20.2`. */
export function userAgent(): string {
  return `signals-cli/${VERSION} (${process.platform}; ${process.arch}) node/${process.versions.node}`;
}
