/** connect.js: tries TCP connections, `[{host, port}]` on standard input, and prints whether each was accepted. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A policy that drops packets causes no response, and a busy machine is slow. */
const TIMEOUT_MS = 4_000;

interface Address {
  host: string;
  port: number;
}

function isOpen({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

async function run(): Promise<void> {
  const addresses = JSON.parse(await text(process.stdin)) as Address[];
  process.stdout.write(JSON.stringify(await Promise.all(addresses.map(isOpen))));
}

void run();
