export { createProgram, runProgram } from './program';
export { exitCodes, type ExitCode } from './failure';
export type { ProgramStreams } from './output/terminal';
export { VERSION } from './version';
