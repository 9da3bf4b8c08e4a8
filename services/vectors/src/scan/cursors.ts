import { get, i32, set, tee, type Code } from './assembler';

/** Moves a cursor along. */
export function advance(local: number, bytes: number): Code {
  return [get(local), i32.const(bytes), i32.add, set(local)];
}

/** The same, and leaves the new value. */
export function advanceTo(local: number, bytes: number): Code {
  return [get(local), i32.const(bytes), i32.add, tee(local)];
}
