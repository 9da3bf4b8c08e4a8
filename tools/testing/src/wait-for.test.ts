import { waitFor } from './wait-for';

it('gives what the condition gives, asking again while it gives nothing, false or an error', async () => {
  const answers = [
    () => undefined,
    () => false as const,
    () => null,
    () => Promise.reject(new Error('no')),
    () => 0,
  ];
  expect(await waitFor(() => answers.shift()?.())).toBe(0);
});

it('fails with what the condition threw last', async () => {
  const never = waitFor(() => Promise.reject(new Error('broken')), {
    timeoutMs: 20,
    description: 'the dawn',
  });
  await expect(never).rejects.toMatchObject({
    message: 'the dawn did not come true within 20 ms',
    cause: new Error('broken'),
  });
});
