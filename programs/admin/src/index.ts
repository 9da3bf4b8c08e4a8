export { runProgram } from './program';
