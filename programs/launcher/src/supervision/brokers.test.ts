import { createServer, type AddressInfo } from 'node:net';
import { checkBrokers } from './brokers';

it('needs only one of several brokers', async () => {
  const broker = createServer();
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  const { port } = broker.address() as AddressInfo;
  await checkBrokers(`127.0.0.1:1,127.0.0.1:${port}`);
  broker.close();
});

it('has nothing to check without brokers', async () => {
  await expect(checkBrokers(undefined)).resolves.toBeUndefined();
});
