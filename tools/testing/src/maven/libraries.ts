import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheDirectory } from '../cache-directory';
import { isOnPath } from '../programs';

/** A Java program, defined by its libraries. */
export interface JavaProgram {
  /** Name of the directory for the libraries. */
  name: string;
  version: string;
  /** `group:artifact:version`; dependencies are included. */
  artifacts: readonly string[];
}

/** Directory of a program's libraries. */
function librariesDirectory({ name, version }: JavaProgram, environment = process.env): string {
  return join(cacheDirectory(environment), `${name}-${version}`);
}

/** Whether the machine has Java, and either the libraries or Maven to fetch them. */
export function canRunJavaProgram(program: JavaProgram, environment = process.env): boolean {
  return (
    isOnPath('java', environment) &&
    (existsSync(librariesDirectory(program, environment)) || isOnPath('mvn', environment))
  );
}

/** The archive of classes that a program loads at its start, beside its libraries. */
const ARCHIVE_NAME = 'classes.jsa';

interface Fetching {
  /** Called before it fetches. */
  onFetch?(): void;
  /** Runs the program once, with this argument more, until it serves; it is then asked to exit. */
  archiveClasses?(libraries: string, argument: string): Promise<void>;
}

/**
 * The directory of a program's libraries, which Maven fetches if it is missing. It appears atomically, even if several
 * programs fetch at once or one is killed meanwhile.
 *
 * @throws with Maven's reason.
 */
export async function javaLibraries(program: JavaProgram, fetching: Fetching = {}): Promise<string> {
  const directory = librariesDirectory(program);
  if (existsSync(directory)) return directory;
  fetching.onFetch?.();
  await mkdir(dirname(directory), { recursive: true });
  const scratch = await mkdtemp(`${directory}.`);
  try {
    const libraries = join(scratch, 'libraries');
    await writeFile(join(scratch, 'pom.xml'), projectOf(program));
    await runMaven(program, [
      ...['--batch-mode', '--quiet', '--file', join(scratch, 'pom.xml')],
      ...['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${libraries}`],
    ]);
    await rename(libraries, directory).catch((error: unknown) => {
      // Another program was faster.
      if (!existsSync(directory)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  const { archiveClasses } = fetching;
  if (archiveClasses) {
    const archive = join(directory, ARCHIVE_NAME);
    const partial = `${archive}.${process.pid}`;
    // Without an archive, starts only take longer.
    await archiveClasses(directory, `-XX:ArchiveClassesAtExit=${partial}`)
      .then(() => rename(partial, archive))
      .catch(() => undefined);
  }
  return directory;
}

/** Arguments of Java that halve the CPU of a program's start. */
export function archivedClasses(libraries: string): string[] {
  const archive = join(libraries, ARCHIVE_NAME);
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : [];
}

function projectOf({ name, artifacts }: JavaProgram): string {
  const dependencies = artifacts.map((artifact) => {
    const [group, id, version] = artifact.split(':');
    return `    <dependency><groupId>${group}</groupId><artifactId>${id}</artifactId><version>${version}</version></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>heliograph</groupId>
  <artifactId>${name}-program</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
${dependencies.join('\n')}
  </dependencies>
</project>
`;
}

function runMaven({ name, version }: JavaProgram, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const maven = spawn('mvn', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const keep = (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-2_000));
    maven.stdout.on('data', keep);
    maven.stderr.on('data', keep);
    maven.once('error', (error) => reject(new Error(`Maven could not be run: ${error.message}`)));
    maven.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Maven could not fetch ${name} ${version}: ${printed.trim()}`));
    });
  });
}
