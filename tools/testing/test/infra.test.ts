import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { describeWith, freePort, waitFor } from '../src';

const script = resolve(__dirname, '../../../scripts/infra.mjs');

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function run(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.error += chunk.toString()));
  return { child, printed, ended: once(child, 'close') as Promise<[number | null]> };
}

describe('npm run infra', () => {
  it('explains itself and refuses unknown arguments', async () => {
    const asked = run('--help');
    expect((await asked.ended)[0]).toBe(0);
    expect(asked.printed.out).toContain('--kafka-port');
    const wrong = run('--redis-port', 'x');
    expect((await wrong.ended)[0]).toBe(1);
    expect(wrong.printed.error).toBe('--redis-port is a number from 1 to 65535\n');
  });

  describeWith('kafka-process', 'with Java', () => {
    describeWith('redis', 'with Redis', () => {
      it('runs a broker and a Redis, prints their addresses, and stops both on Ctrl-C', async () => {
        const [kafkaPort, redisPort] = [await freePort(), await freePort()];
        const { child, printed, ended } = run(
          ...['--temporary', '--kafka-port', String(kafkaPort), '--redis-port', String(redisPort)],
        );
        await waitFor(() => printed.error.includes('Ctrl-C') || child.exitCode !== null, {
          timeoutMs: 120_000,
        });
        expect(printed.out).toBe(
          `export KAFKA_BROKERS=127.0.0.1:${kafkaPort}\nexport REDIS_URL=redis://127.0.0.1:${redisPort}\n`,
        );
        expect(await Promise.all([isListening(kafkaPort), isListening(redisPort)])).toEqual([true, true]);
        child.kill('SIGINT');
        expect((await ended)[0]).toBe(0);
        expect(await Promise.all([isListening(kafkaPort), isListening(redisPort)])).toEqual([false, false]);
      });
    });
  });
});
