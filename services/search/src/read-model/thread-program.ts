import { resolve } from 'node:path';

/** Compiled, from wherever this file is run: a thread of Node cannot run TypeScript. @param path below `src`. */
export const threadProgram = (path: string) => resolve(__dirname, `../../dist/${path}.js`);
