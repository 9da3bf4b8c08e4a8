export { createProgram, runProgram } from './program';
export { EXIT_CODES, type ExitCode } from './failure';
export type { ProgramStreams } from './output/terminal';
export { VERSION } from './version';
