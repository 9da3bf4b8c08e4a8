import type { ReadyReport } from './reporter';
import { TextReporter } from './text-reporter';

function report(options: {
  isTTY: boolean;
  environment?: NodeJS.ProcessEnv;
  demoKey?: string;
  uses?: Record<string, string>;
  signIn?: ReadyReport['signIn'];
  warnings?: string[];
}): string {
  let text = '';
  const output = { isTTY: options.isTTY, write: (chunk: unknown) => ((text += String(chunk)), true) };
  new TextReporter(output, output, options.environment ?? {}).ready({
    gatewayUrl: 'http://127.0.0.1:8080',
    dashboardUrl: 'http://127.0.0.1:8081',
    signIn: options.signIn,
    home: '/h',
    logs: '/h/logs',
    demoKey: options.demoKey,
    uses: options.uses ?? {},
    warnings: options.warnings ?? [],
    seconds: 2.34,
  });
  return text;
}

const ESCAPE = '\u001b[';

it('uses colors only on a terminal, and respects NO_COLOR', () => {
  expect(report({ isTTY: true })).toContain(ESCAPE);
  expect(report({ isTTY: false })).not.toContain(ESCAPE);
  expect(report({ isTTY: true, environment: { NO_COLOR: '1' } })).not.toContain(ESCAPE);
});

it('prints the key and three commands to paste, one per line', () => {
  const lines = report({ isTTY: false, demoKey: 'hg_live_x' }).split('\n');
  expect(lines.filter((line) => line.startsWith('  curl '))).toHaveLength(3);
  expect(lines.join('\n')).toContain('Guides     http://127.0.0.1:8081/docs');
  expect(lines.join('\n')).not.toContain('http://127.0.0.1:8080/docs');
});

it('prints the first steps of a system without a demo account', () => {
  const text = report({ isTTY: false });
  expect(text).toContain('npm run admin -- account create');
  expect(text).not.toContain('curl ');
});

it('prints which external parts it uses', () => {
  expect(report({ isTTY: false, uses: { Kafka: 'one:9092' } })).toMatch(/^ {2}Kafka +one:9092$/m);
  expect(report({ isTTY: false })).not.toContain('Kafka');
});

it('prints what is not safe', () => {
  expect(report({ isTTY: false, warnings: ['open.'] })).toMatch(/^ {2}Warning: open\.$/m);
  expect(report({ isTTY: false })).not.toContain('Warning');
});

describe('how to sign in', () => {
  it('with the development issuer, which says what it is', () => {
    const by = 'development issuer';
    expect(report({ isTTY: false, signIn: { by, email: 'demo@heliograph.example' } })).toMatch(
      /^ {2}Dashboard +http:\/\/127\.0\.0\.1:8081\n {2}Sign in +as demo@heliograph\.example, .*not for production/m,
    );
    expect(report({ isTTY: false, signIn: { by } })).toMatch(/^ {2}Sign in +with any email address/m);
  });

  it('with an external issuer, or not at all', () => {
    expect(report({ isTTY: false, signIn: { by: 'https://issuer.example' } })).toMatch(
      /^ {2}Sign in +by https:\/\/issuer\.example$/m,
    );
    expect(report({ isTTY: false })).toMatch(/^ {2}Sign in +not possible: set OIDC_ISSUER_URL/m);
  });
});
