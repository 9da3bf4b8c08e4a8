import { waitFor } from './wait-for';

it("returns the condition's result, retrying while it is empty, false, or an error", async () => {
  const responses = [
    () => undefined,
    () => false as const,
    () => null,
    () => Promise.reject(new Error('no')),
    () => 0,
  ];
  expect(await waitFor(() => responses.shift()?.())).toBe(0);
});

it("fails with the condition's last error", async () => {
  const never = waitFor(() => Promise.reject(new Error('broken')), {
    timeoutMs: 20,
    description: 'the dawn',
  });
  await expect(never).rejects.toMatchObject({
    message: 'waited 20 ms for the dawn',
    cause: new Error('broken'),
  });
});

it('describes what it waited for in its final state', async () => {
  let asked = 0;
  const never = waitFor(() => void (asked += 1), {
    timeoutMs: 20,
    description: () => `an answer to ${asked}`,
  });
  await expect(never).rejects.toThrow(/^waited 20 ms for an answer to [1-9]/);
});
