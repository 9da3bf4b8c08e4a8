import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheDirectory } from '../cache-directory';

export const KAFKA_VERSION = '3.9.1';

const project = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>heliograph</groupId>
  <artifactId>kafka-broker</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${KAFKA_VERSION}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

/** Where the broker's libraries are kept. */
export function librariesDirectory(environment = process.env): string {
  return join(cacheDirectory(environment), `kafka-${KAFKA_VERSION}`);
}

/**
 * The directory of the broker's libraries, fetched by Maven when it is not there. It is there whole or not at all, also
 * when several programs fetch at once or one is killed meanwhile.
 *
 * @param onFetch told before it fetches.
 * @throws with Maven's reason.
 */
export async function kafkaLibraries(onFetch?: () => void): Promise<string> {
  const directory = librariesDirectory();
  if (existsSync(directory)) return directory;
  onFetch?.();
  await mkdir(dirname(directory), { recursive: true });
  const scratch = await mkdtemp(`${directory}.`);
  try {
    const libraries = join(scratch, 'libraries');
    await writeFile(join(scratch, 'pom.xml'), project);
    await runMaven([
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
  return directory;
}

function runMaven(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const maven = spawn('mvn', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    const keep = (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-2_000));
    maven.stdout.on('data', keep);
    maven.stderr.on('data', keep);
    maven.once('error', (error) => reject(new Error(`Maven could not be run: ${error.message}`)));
    maven.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Maven could not fetch Kafka ${KAFKA_VERSION}: ${printed.trim()}`));
    });
  });
}
