import { describeWith, runHelm } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CHART, REPOSITORY } from './support/paths';
import { namedProfiles } from './support/profiles';
import { helmWith } from './support/render';

describeWith('helm', 'helm lint', () => {
  it.each(namedProfiles)('reports nothing for %s', async (_name, profile) => {
    const outcome = await helmWith(profile, (files) => ['lint', '--strict', CHART, ...files]);
    expect(outcome).toMatchObject({
      status: 0,
      stdout: expect.not.stringMatching(/WARNING|ERROR/) as string,
    });
  });

  it('reports issues', async () => {
    const profile = { name: '', values: { environment: 'staging' } };
    const outcome = await helmWith(profile, (files) => ['lint', '--strict', CHART, ...files]);
    expect(outcome.status).not.toBe(0);
  });

  it("identifies the chart by the programs' version", async () => {
    const { stdout } = await runHelm(['show', 'chart', CHART]);
    const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(parse(stdout)).toMatchObject({
      name: 'heliograph',
      appVersion: version,
      kubeVersion: '>=1.30.0-0',
    });
  });
});
