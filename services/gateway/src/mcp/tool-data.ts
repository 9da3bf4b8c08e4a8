import {
  LIST_ARGUMENT,
  shownOptions,
  type DescribedTool,
  type FilterOptions,
  type OptionListName,
} from '@heliograph/contract';
import type { ToolRequest } from './tool-request';

/**
 * What a tool shows of an API response: all of its data, or a bounded part of filter options, which have no pages.
 *
 * @param body JSON with `data`.
 */
export function dataOf(tool: DescribedTool, body: Buffer, { showing }: ToolRequest): unknown {
  const { data } = JSON.parse(body.toString('utf8')) as { data: unknown };
  if (tool.name !== 'filter_options') return data;
  return shownOptions(data as FilterOptions, showing.get(LIST_ARGUMENT) as OptionListName | undefined);
}
