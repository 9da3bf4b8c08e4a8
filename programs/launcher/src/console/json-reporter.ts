import type { WriteStream } from 'node:tty';
import { exampleCommands } from './example-requests';
import type { ReadyReport, Reporter } from './reporter';

/** For programs: one JSON object per line, each with an `event`. */
export class JsonReporter implements Reporter {
  constructor(private readonly output: Pick<WriteStream, 'write'>) {}

  step(text: string): void {
    this.write('step', { text });
  }

  ready(report: ReadyReport): void {
    const { gatewayUrl, dashboardUrl, demoKey } = report;
    const examples = demoKey ? exampleCommands(gatewayUrl, demoKey).map(({ command }) => command) : [];
    const documentation = { guides: `${dashboardUrl}/docs`, reference: `${gatewayUrl}/docs` };
    this.write('ready', { ...report, ...documentation, examples });
  }

  stopping(text: string): void {
    this.write('stopping', { text });
  }

  failed(text: string): void {
    this.write('failed', { text });
  }

  private write(event: string, content: object): void {
    this.output.write(`${JSON.stringify({ event, ...content })}\n`);
  }
}
