import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { describeWith, startOwnKafka, startTestKafka } from '../src';

async function isListening(broker: string): Promise<boolean> {
  const [host, port] = broker.split(':');
  const socket = connect(Number(port), host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describeWith('kafka', 'startTestKafka', () => {
  it('gives every test the same listening broker', async () => {
    const [first, second] = await Promise.all([startTestKafka(), startTestKafka()]);
    expect(first).toEqual(second);
    expect(await isListening(first!.brokers[0]!)).toBe(true);
  });
});

describeWith('kafka-process', 'startOwnKafka', () => {
  it('gives a broker that can die and come back at the same address', async () => {
    const kafka = await startOwnKafka();
    const [broker] = kafka.brokers;
    await kafka.kill();
    expect(await isListening(broker!)).toBe(false);
    await kafka.restart();
    expect(kafka.brokers).toEqual([broker]);
    expect(await isListening(broker!)).toBe(true);
    await kafka.stop();
    await kafka.stop();
    expect(kafka.isRunning).toBe(false);
  });

  it('reports that its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const outcome = await startOwnKafka({ port }).catch((error: Error) => error.message);
    taken.close();
    expect(outcome).toContain(`port ${port} of 127.0.0.1 is taken`);
  });
});
