import { displayWidth, padEnd, padStart, truncate } from './display-width';

/** A table column. */
export interface TableColumn {
  heading: string;
  /** May shrink to this width if the table is wider than the terminal. */
  shrinksTo?: number;
  /** If shrinking is not enough, columns are dropped, highest number first. Never dropped if undefined. */
  dropOrder?: number;
  /** The main column, at most one: others are dropped rather than squeeze it below their `leavesMain`. */
  isMain?: boolean;
  /** Drop this column if the main column would get less than this width, unless it needs less. */
  leavesMain?: number;
  /** Numbers are right-aligned. */
  isNumber?: boolean;
}

/** A visible column: its index, and its width in terminal columns. */
export interface ShownColumn {
  index: number;
  width: number;
}

const GAP = 2;

/**
 * Chooses which columns to show and how wide, so that a line fits. The widest shrinkable columns shrink first.
 *
 * @param rows printable cells.
 * @param width the terminal's width; undefined shows everything in full.
 */
export function layOut(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): ShownColumn[] {
  let shown = columns.map((column, index) => ({
    index,
    width: Math.max(displayWidth(column.heading), ...rows.map((row) => displayWidth(row[index] ?? ''))),
  }));
  if (width === undefined) return shown;
  for (;;) {
    const dropped = columnToDrop(columns, shown);
    const mainNeeds = dropped === undefined ? 0 : (columns[dropped]?.leavesMain ?? 0);
    const fitted = shrink(columns, shown, width, mainNeeds);
    if (totalWidth(fitted) <= width) return fitted;
    if (dropped === undefined) return cropColumns(fitted, width);
    shown = shown.filter(({ index }) => index !== dropped);
  }
}

/** Formats one table line. Cells are cut to their column; the last is not padded. */
export function tableLine(
  columns: readonly TableColumn[],
  shown: readonly ShownColumn[],
  cells: readonly string[],
  paint: (text: string, index: number) => string = (text) => text,
): string {
  return shown
    .map(({ index, width }, position) => {
      const text = truncate(cells[index] ?? '', width);
      const painted = paint(text, index);
      const padding = ' '.repeat(Math.max(0, width - displayWidth(text)));
      if (columns[index]?.isNumber) return padding + painted;
      return position === shown.length - 1 ? painted : painted + padding;
    })
    .join(' '.repeat(GAP));
}

/** Formats names and values in two columns. */
export function facts(
  rows: readonly (readonly [name: string, value: string])[],
  paintName: (text: string) => string,
): string {
  const width = Math.max(0, ...rows.map(([name]) => displayWidth(name)));
  return rows.map(([name, value]) => `${paintName(padEnd(name, width))}  ${value}`).join('\n');
}

/** A bar as long as a share of a width; never empty for a share above zero. */
export function bar(share: number, columns: number): string {
  const filled = share <= 0 ? 0 : Math.max(1, Math.min(columns, Math.round(share * columns)));
  return padStart('█'.repeat(filled) + '░'.repeat(columns - filled), columns);
}

function totalWidth(shown: readonly ShownColumn[]): number {
  return shown.reduce((sum, { width }) => sum + width, 0) + GAP * Math.max(0, shown.length - 1);
}

function shrink(
  columns: readonly TableColumn[],
  shown: readonly ShownColumn[],
  width: number,
  mainNeeds: number,
): ShownColumn[] {
  const leastOf = (index: number) => {
    const { shrinksTo = Infinity, isMain = false } = columns[index] ?? {};
    return isMain ? Math.max(shrinksTo, mainNeeds) : shrinksTo;
  };
  const fitted = shown.map((column) => ({ ...column }));
  let excess = totalWidth(fitted) - width;
  while (excess > 0) {
    const candidates = fitted
      .filter(({ index, width: current }) => current > leastOf(index))
      .sort((one, other) => other.width - one.width);
    const [widest, second] = candidates;
    if (!widest) break;
    const floor = Math.max(leastOf(widest.index), second ? second.width - 1 : 0);
    const step = Math.max(1, Math.min(excess, widest.width - floor));
    widest.width -= step;
    excess -= step;
  }
  return fitted;
}

function columnToDrop(columns: readonly TableColumn[], shown: readonly ShownColumn[]): number | undefined {
  const droppable = shown
    .map(({ index }) => ({ index, order: columns[index]?.dropOrder }))
    .filter(({ order }) => order !== undefined)
    .sort((one, other) => other.order! - one.order!);
  return droppable[0]?.index;
}

/** For terminals too narrow for the required columns: cuts off those beyond the edge. */
function cropColumns(shown: readonly ShownColumn[], width: number): ShownColumn[] {
  const cropped: ShownColumn[] = [];
  let used = 0;
  for (const column of shown) {
    const left = width - used;
    if (left <= 0) break;
    cropped.push({ ...column, width: Math.min(column.width, left) });
    used += column.width + GAP;
  }
  return cropped;
}
