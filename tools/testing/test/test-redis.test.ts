import { once } from 'node:events';
import { connect } from 'node:net';
import { describeWith, startTestRedis } from '../src';

describeWith('redis', 'startTestRedis', () => {
  it('gives a server that answers until it is stopped', async () => {
    const redis = await startTestRedis();
    const { hostname, port } = new URL(redis!.url);
    const socket = connect(Number(port || 6379), hostname);
    socket.write('ECHO heliograph\r\n');
    const [response] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(response.toString()).toContain('heliograph');
    await redis!.stop();
    await redis!.stop();
  });
});
