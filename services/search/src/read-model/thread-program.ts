import { resolve } from 'node:path';

/**
 * The compiled program of a thread, even if this file runs from source: a Node.js thread cannot run TypeScript.
 *
 * @param path below `src`.
 */
export const threadProgram = (path: string) => resolve(__dirname, `../../dist/${path}.js`);
