import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a program can be run by name. */
export function isOnPath(program: string, environment = process.env): boolean {
  return programOnPath(program, environment) !== undefined;
}

/** The path of a program that can be run by name. */
export function programOnPath(program: string, environment = process.env): string | undefined {
  const candidates = (environment.PATH ?? '').split(delimiter).map((directory) => join(directory, program));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
