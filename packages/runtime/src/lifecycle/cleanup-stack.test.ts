import { CleanupStack } from './cleanup-stack';

it('runs in reverse order, once, and continues after a failing step', async () => {
  const order: string[] = [];
  const stack = new CleanupStack();
  stack.add('first', () => order.push('first'));
  stack.add('broken', () => Promise.reject(new Error('no')));
  stack.add('last', async () => {
    await Promise.resolve();
    order.push('last');
  });
  await Promise.all([stack.runAll(), stack.runAll()]);
  expect(order).toEqual(['last', 'first']);
});
