import type { WriteStream } from 'node:tty';
import { exampleCommands } from './example-requests';
import { DEVELOPMENT_ISSUER, type ReadyReport, type Reporter } from './reporter';

const STYLES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

/** For people. Colored on a terminal, unless NO_COLOR is set (https://no-color.org). */
export class TextReporter implements Reporter {
  private readonly hasColor: boolean;

  constructor(
    private readonly output: Pick<WriteStream, 'write'> & { isTTY?: boolean },
    private readonly errors: Pick<WriteStream, 'write'>,
    environment: NodeJS.ProcessEnv,
  ) {
    this.hasColor = output.isTTY === true && !environment.NO_COLOR;
  }

  step(text: string): void {
    this.output.write(`${this.style('dim', `${text} …`)}\n`);
  }

  ready(report: ReadyReport): void {
    const { gatewayUrl, demoKey } = report;
    const facts: [string, string][] = [
      ['Dashboard', report.dashboardUrl],
      ['Sign in', signInHelp(report)],
      ['API', `${gatewayUrl}/api/v1`],
      ['Guides', `${report.dashboardUrl}/docs`],
      ['OpenAPI', `${gatewayUrl}/api/v1/openapi.json`],
      ...(demoKey ? [['Demo key', demoKey] satisfies [string, string]] : []),
      ...Object.entries(report.uses),
      ['Home', report.home],
      ['Logs', report.logs],
    ];
    const lines = [
      '',
      this.style('green', `Heliograph is ready (${report.seconds.toFixed(1)} s).`),
      '',
      ...facts.map(([name, value]) => `  ${this.style('bold', name.padEnd(10))} ${value}`),
      '',
      ...(demoKey ? this.examples(gatewayUrl, demoKey) : emptySystemHelp()),
      ...report.warnings.flatMap((text) => ['', this.style('yellow', `  Warning: ${text}`)]),
      '',
      this.style('dim', 'Ctrl-C stops everything.'),
      '',
    ];
    this.output.write(`${lines.join('\n')}\n`);
  }

  stopping(text: string): void {
    this.output.write(`${this.style('dim', text)}\n`);
  }

  failed(text: string): void {
    const lines = text.split('\n');
    const issues = lines.length === 1 ? ` ${text}` : lines.map((line) => `\n  ${line}`).join('');
    this.errors.write(`${this.style('red', `Heliograph did not start:${issues}`)}\n`);
  }

  private examples(gatewayUrl: string, key: string): string[] {
    return exampleCommands(gatewayUrl, key).flatMap(({ about, command }) => [
      this.style('dim', `  # ${about}`),
      `  ${command}`,
    ]);
  }

  private style(name: keyof typeof STYLES, text: string): string {
    const [on, off] = STYLES[name];
    return this.hasColor ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  }
}

function emptySystemHelp(): string[] {
  return [
    '  This system has no demo account. Its first steps:',
    '  npm run admin -- import --companies FILE --signals FILE',
    '  npm run admin -- account create --email you@example.com',
    '  npm run admin -- key create --account ID --scopes signals:read,companies:read',
  ];
}

function signInHelp({ signIn }: ReadyReport): string {
  if (!signIn) return 'not possible: set OIDC_ISSUER_URL, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET';
  if (signIn.by !== DEVELOPMENT_ISSUER) return `by ${signIn.by}`;
  const whom = signIn.email === undefined ? 'with any email address' : `as ${signIn.email}, or anyone else`;
  return `${whom} (development issuer: not for production)`;
}
