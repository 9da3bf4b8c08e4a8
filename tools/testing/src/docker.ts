import { existsSync } from 'node:fs';

const SOCKET = '/var/run/docker.sock';

/** Whether a Docker engine seems to be available; doesn't connect to it. */
export function hasDocker(environment = process.env): boolean {
  return Boolean(environment.DOCKER_HOST) || existsSync(SOCKET);
}
