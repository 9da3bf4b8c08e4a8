import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveOf, basePackages, INFRASTRUCTURE_PACKAGES } from '../parts/debian-packages';
import { writeArchive, type Image } from './archive';
import { packLayer } from './layer';
import { makeRootFileSystem, makeWritable, writeScript } from './root-file-system';

const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

interface Sources {
  /** Debian's packages by name. */
  archives: ReadonlyMap<string, string>;
  /** The directory of PostgreSQL's npm package, with bin and lib. */
  postgresql: string;
  /** Kafka's libraries. */
  kafka: string;
}

/**
 * Stand-ins for the images that k8s/*.yaml names: the same references, and the variables, users, and paths that those
 * manifests use. Qdrant has none.
 *
 * @returns the archive's path; builds it once.
 */
export async function infrastructureArchive(cache: string, sources: Sources): Promise<string> {
  const directory = join(cache, 'images/infrastructure');
  const file = join(directory, 'infrastructure.tar');
  if (existsSync(file)) return file;
  await mkdir(directory, { recursive: true });
  const images = [
    await redis(directory, sources),
    await postgresql(directory, sources),
    await kafka(directory, sources),
  ];
  await writeArchive(images, file);
  return file;
}

async function redis(directory: string, { archives }: Sources): Promise<Image> {
  const files = join(directory, 'redis');
  await makeRootFileSystem(packagesOf(archives, 'redis'), files, { hasShell: true });
  await makeWritable(join(files, 'data'));
  await writeScript(
    files,
    'usr/local/bin/docker-entrypoint.sh',
    '#!/bin/sh\nset -e\ncase "$1" in -*) set -- redis-server "$@";; esac\nexec "$@"\n',
  );
  return imageOf('docker.io/library/redis:8.2.1', files, directory, {
    WorkingDir: '/data',
    Entrypoint: ['docker-entrypoint.sh'],
    Cmd: ['redis-server'],
  });
}

async function postgresql(directory: string, { archives, postgresql: programs }: Sources): Promise<Image> {
  const files = join(directory, 'postgresql');
  const users = [{ name: 'postgres', id: 999, home: '/var/lib/postgresql' }];
  await makeRootFileSystem(packagesOf(archives, 'postgresql'), files, { users, hasShell: true });
  await cp(programs, join(files, 'opt/postgresql'), { recursive: true, verbatimSymlinks: true });
  await makeWritable(join(files, 'run/postgresql'));
  await mkdir(join(files, 'var/lib/postgresql'), { recursive: true });
  await writeScript(
    files,
    'usr/local/bin/pg_isready',
    '#!/bin/sh\nLD_LIBRARY_PATH=/opt/postgresql/lib exec /usr/lib/postgresql/15/bin/pg_isready "$@"\n',
  );
  await writeScript(files, 'usr/local/bin/docker-entrypoint.sh', POSTGRESQL_ENTRYPOINT);
  return imageOf('docker.io/library/postgres:18.4', files, directory, {
    Env: [PATH, 'PGDATA=/var/lib/postgresql/18/docker', 'LANG=C.UTF-8'],
    StopSignal: 'SIGINT',
    Entrypoint: ['docker-entrypoint.sh'],
    Cmd: ['postgres'],
  });
}

async function kafka(directory: string, { archives, kafka: libraries }: Sources): Promise<Image> {
  const files = join(directory, 'kafka');
  const users = [{ name: 'kafka', id: 1000, home: '/opt/kafka' }];
  await makeRootFileSystem(packagesOf(archives, 'kafka'), files, { users, hasShell: true });
  await cp(libraries, join(files, 'opt/kafka/libs'), { recursive: true });
  // Only needed to build Java runtimes.
  await rm(join(files, 'usr/lib/jvm/java-17-openjdk-amd64/jmods'), { recursive: true, force: true });
  await makeWritable(join(files, 'opt/kafka/config'));
  await writeScript(files, 'etc/kafka/docker/run', KAFKA_ENTRYPOINT);
  return imageOf('docker.io/apache/kafka:3.9.1', files, directory, {
    WorkingDir: '/',
    User: 'kafka',
    Cmd: ['/etc/kafka/docker/run'],
  });
}

async function imageOf(
  reference: string,
  files: string,
  out: string,
  config: Image['config'],
): Promise<Image> {
  const layer = await packLayer(files, out);
  await rm(files, { recursive: true, force: true });
  return { reference, layers: [layer], config: { Env: [PATH], ...config } };
}

function packagesOf(
  archives: ReadonlyMap<string, string>,
  part: keyof typeof INFRASTRUCTURE_PACKAGES,
): string[] {
  const names = [...INFRASTRUCTURE_PACKAGES.shell, ...INFRASTRUCTURE_PACKAGES[part]];
  return [...basePackages(archives), ...names.map((name) => archiveOf(archives, name))];
}

/** Like the official image: creates a database on the first start, and a directory of the user's own on each. */
const POSTGRESQL_ENTRYPOINT = `#!/bin/sh
set -e
case "$1" in -*|'') set -- postgres "$@";; esac
shift
umask 077
mkdir -p "$PGDATA"
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\\n' "$POSTGRES_PASSWORD" > /tmp/password
  /opt/postgresql/bin/initdb -D "$PGDATA" -U "\${POSTGRES_USER:-postgres}" --pwfile=/tmp/password \\
    --auth-local=trust --auth-host=scram-sha-256 -E UTF8 --locale=C
  if [ "\${POSTGRES_DB:-postgres}" != postgres ]; then
    echo "CREATE DATABASE \\"$POSTGRES_DB\\"" | /opt/postgresql/bin/postgres --single -D "$PGDATA" postgres
  fi
  printf 'host all all all scram-sha-256\\n' >> "$PGDATA/pg_hba.conf"
fi
exec /opt/postgresql/bin/postgres -D "$PGDATA" -c listen_addresses='*' \\
  -c unix_socket_directories=/var/run/postgresql "$@"
`;

/** Like the official image: KAFKA_A_B becomes the property a.b. */
const KAFKA_ENTRYPOINT = `#!/bin/sh
set -e
export PATH=/usr/lib/jvm/java-17-openjdk-amd64/bin:$PATH
properties=/opt/kafka/config/server.properties
env | grep '^KAFKA_' | grep -v '^KAFKA_HEAP_OPTS=' | sort | while IFS= read -r line; do
  name=$(printf '%s' "\${line%%=*}" | sed 's/^KAFKA_//; s/_/./g' | tr 'A-Z' 'a-z')
  printf '%s=%s\\n' "$name" "\${line#*=}"
done > "$properties"
java -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' kafka.tools.StorageTool format \\
  --ignore-formatted -t "$CLUSTER_ID" -c "$properties"
exec java $KAFKA_HEAP_OPTS -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \\
  -cp '/opt/kafka/libs/*' kafka.Kafka "$properties"
`;
