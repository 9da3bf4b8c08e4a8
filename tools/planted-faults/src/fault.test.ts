import { faultFromPatch } from './fault';

const DIFF = 'diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-Fault: no\n+Tests: no\n';

it('reads the header before the diff', () => {
  const text = `Fault: It does wrong.\nTests: a.test.ts b.test.ts\nBuilds: services/x\n\n${DIFF}`;
  expect(faultFromPatch('/faults/does-wrong.patch', text)).toMatchObject({
    name: 'does-wrong',
    sentence: 'It does wrong.',
    tests: ['a.test.ts', 'b.test.ts'],
    builds: ['services/x'],
  });
});

it('changes the digest when any part of the patch changes', () => {
  const digestOf = (sentence: string) =>
    faultFromPatch('x.patch', `Fault: ${sentence}\nTests: a.test.ts\n\n${DIFF}`).digest;
  expect(digestOf('One.')).toMatch(/^[0-9a-f]{64}$/);
  expect(digestOf('One.')).not.toBe(digestOf('Two.'));
});

it.each(['', 'Fault: It does wrong.\n', 'Tests: a.test.ts\n'])('refuses the header %j', (header) => {
  expect(() => faultFromPatch('x.patch', header + DIFF)).toThrow('x.patch needs the lines');
});
