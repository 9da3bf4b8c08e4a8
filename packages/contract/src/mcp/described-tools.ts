import type { Schema } from '../json-schema';
import { operationOfTool, type ToolOperation } from './tool-arguments';
import { inputSchemaOf, outputSchemaOf, type ObjectSchema } from './tool-schemas';
import { TOOL_NAMES, toolOf, type ToolName } from './tools';

/** A complete tool definition. */
export interface DescribedTool {
  name: ToolName;
  title: string;
  description: string;
  isPaid: boolean;
  fixed: Readonly<Record<string, string>>;
  showing: Readonly<Record<string, Schema>>;
  operationId: string;
  operation: ToolOperation;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
}

function describe(name: ToolName): DescribedTool {
  const {
    title,
    description,
    isPaid = false,
    fixed = {},
    showing = {},
    operation: operationId,
  } = toolOf(name);
  const operation = operationOfTool(name);
  return {
    name,
    title,
    description,
    isPaid,
    fixed,
    showing,
    operationId,
    operation,
    inputSchema: inputSchemaOf(name, operation),
    outputSchema: outputSchemaOf(name),
  };
}

let described: readonly DescribedTool[] | undefined;

/** The tools for agents. Built on first use: most programs that load the contract serve no tools. */
export function describedTools(): readonly DescribedTool[] {
  return (described ??= TOOL_NAMES.map(describe));
}
