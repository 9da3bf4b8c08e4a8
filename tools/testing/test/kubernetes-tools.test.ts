import { describeWith, runHelm, runKubectl } from '../src';

describeWith('helm', 'helm', () => {
  it('is recent enough for the charts and reports its failures', async () => {
    const version = await runHelm(['version', '--short']);
    expect(version).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^v(3\.1[4-9]|3\.[2-9]\d|4\.)/),
    });
    const wrong = await runHelm(['template', '/nonexistent']);
    expect(wrong.status).not.toBe(0);
    expect(wrong.stderr).toContain('/nonexistent');
  }, 300_000);
});

describeWith('kubectl', 'kubectl', () => {
  it('builds with kustomize', async () => {
    expect(await runKubectl(['kustomize', '--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('kustomization'),
    });
  }, 300_000);
});
