import { existsSync } from 'node:fs';

const SOCKET = '/var/run/docker.sock';

/** Whether a Docker engine can be talked to, as far as can be seen without doing so. */
export function hasDocker(environment = process.env): boolean {
  return Boolean(environment.DOCKER_HOST) || existsSync(SOCKET);
}
