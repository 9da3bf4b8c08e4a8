import type { ClusterStatus } from '../status';
import type { ControlCommand } from '../control/protocol';
import type { ExerciseReport } from '../exercise/report';
import { reportText, statusText } from './text';

interface ReadyCluster extends ClusterStatus {
  /** Undefined for a cluster without a demo account. */
  demoKey: string | undefined;
  home: string;
  logs: string;
}

/** Reports progress to the user who started the cluster. */
export interface ClusterReporter {
  step(text: string): void;
  ready(cluster: ReadyCluster): void;
  exercised(report: ExerciseReport): void;
  /** Called when the running cluster has carried out a command. */
  controlled(command: ControlCommand, result: unknown): void;
  failed(text: string): void;
}

/** @param isJson one JSON object per line, each with an `event`, instead of text. */
export function createReporter(isJson: boolean): ClusterReporter {
  return isJson ? new JsonReporter() : new TextReporter();
}

class JsonReporter implements ClusterReporter {
  step(text: string): void {
    this.write('step', { text });
  }

  ready(cluster: ReadyCluster): void {
    this.write('ready', cluster);
  }

  exercised(report: ExerciseReport): void {
    this.write('exercised', report);
  }

  controlled(_command: ControlCommand, result: unknown): void {
    this.write('done', { result });
  }

  failed(text: string): void {
    this.write('failed', { text });
  }

  private write(event: string, content: object): void {
    process.stdout.write(`${JSON.stringify({ event, ...content })}\n`);
  }
}

class TextReporter implements ClusterReporter {
  step(text: string): void {
    process.stdout.write(`${text} …\n`);
  }

  ready(cluster: ReadyCluster): void {
    const { gatewayUrl, dashboardUrl, dns, demoKey, home, logs } = cluster;
    const facts: [string, string][] = [
      ['API', `${gatewayUrl}/api/v1`],
      ['Dashboard', dashboardUrl],
      ...(demoKey ? [['Demo key', demoKey] satisfies [string, string]] : []),
      ['DNS', dns],
      ['Home', home],
      ['Logs', logs],
    ];
    const lines = facts.map(([name, value]) => `  ${name.padEnd(10)} ${value}`);
    process.stdout.write(`\n${lines.join('\n')}\n\n${statusText(cluster)}\n\nCtrl-C stops everything.\n`);
  }

  exercised(report: ExerciseReport): void {
    process.stdout.write(reportText(report));
  }

  controlled({ command }: ControlCommand, result: unknown): void {
    process.stdout.write(command === 'status' ? `${statusText(result as ClusterStatus)}\n` : 'Done.\n');
  }

  failed(text: string): void {
    process.stderr.write(`${text}\n`);
  }
}
