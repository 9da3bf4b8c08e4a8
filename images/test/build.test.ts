import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './support/repository';

it('starts no program from a build that lacks a change of what builds read', () => {
  const script = readFileSync(join(repository, 'scripts/lib/build.mjs'), 'utf8');
  const [, list = ''] = /const sources = \[([^\]]*)\]/.exec(script) ?? [];
  const sources = [...list.matchAll(/'(.*)'/g)].map(([, path]) => path!);
  const inputs = ['web/docs', 'services/dashboard'].flatMap((workspace) =>
    [
      ...readFileSync(join(repository, workspace, 'turbo.json'), 'utf8').matchAll(/"\$TURBO_ROOT\$\/(.*)"/g),
    ].map(([, path]) => path!),
  );
  expect(inputs.length).toBeGreaterThan(5);
  for (const input of inputs) {
    const isRead = sources.some((source) => input === source || input.startsWith(`${source}/`));
    expect({ input, isRead }).toEqual({ input, isRead: true });
  }
});
