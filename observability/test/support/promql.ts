import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** A range within an expression. */
interface Place {
  from: number;
  to: number;
}

/** A metric that an expression reads. */
interface Selection {
  metric: string;
  /** Labels that select it. */
  labels: string[];
}

interface ParsedExpression {
  /** Syntax errors, by position. */
  faults: string[];
  selections: Selection[];
  /** Labels in `by`, `on`, `ignoring`, and so on, which the result is grouped or joined by. */
  grouping: string[];
}

/** Parses what a PromQL expression refers to. Grafana's variables are substituted first. */
export function parseExpression(written: string): ParsedExpression {
  const text = written.replaceAll('$__rate_interval', '5m').replaceAll(/"\$\w+"/g, '".+"');
  const textOf = ({ from, to }: Place) => text.slice(from, to);
  const parsed: ParsedExpression = { faults: [], selections: [], grouping: [] };
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError)
        parsed.faults.push(`at ${node.from}: "${text.slice(node.from, node.from + 20)}"`);
      if (node.name === 'VectorSelector') {
        const metric = node.node.getChild('Identifier');
        parsed.selections.push({ metric: metric ? textOf(metric) : '', labels: labelsOf(node.node, textOf) });
      }
      if (node.name === 'GroupingLabels') {
        parsed.grouping.push(...node.node.getChildren('LabelName').map(textOf));
      }
    },
  });
  return parsed;
}

function labelsOf(selector: SyntaxNode, textOf: (node: Place) => string): string[] {
  const labels: string[] = [];
  selector.cursor().iterate((node) => {
    if (node.name === 'LabelName') labels.push(textOf(node));
  });
  return labels;
}
