export { runProgram } from './program';
export type { TerminalStreams } from './terminal/terminal';
