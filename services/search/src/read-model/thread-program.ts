import { resolve } from 'node:path';

/**
 * The compiled program of a thread, even if this file is not compiled: threads are plain Node.
 *
 * @param path below `src`.
 */
export const threadProgram = (path: string) => resolve(__dirname, `../../dist/${path}.js`);
