import type { ChangeRow } from '@heliograph/catalog';
import { SegmentBuilder, viewOfAll, type SegmentView, type Slices } from '@heliograph/read-model';

/** Documents read between yields. */
const DOCUMENTS_AT_ONCE = 32;

interface Part {
  builder: SegmentBuilder;
  ids: Set<string>;
  /** Company names by id. */
  names: Map<number, string>;
}

/**
 * The states in which signals were withdrawn. A segment has a signal once, and a company with one name: a signal that
 * was rescheduled several times, or whose company was renamed in between, is in several segments.
 */
export class WithdrawnStates {
  private readonly parts: Part[] = [];

  /**
   * Adds changes. Yields regularly.
   *
   * @returns for each, the index of the view that it will be in; undefined when it is not a withdrawal.
   */
  *addAll(rows: readonly ChangeRow[]): Slices<(number | undefined)[]> {
    const viewIndexes: (number | undefined)[] = [];
    for (const row of rows) {
      viewIndexes.push(this.add(row));
      if (viewIndexes.length % DOCUMENTS_AT_ONCE === 0) yield;
    }
    return viewIndexes;
  }

  finish(): SegmentView[] {
    return this.parts.map(({ builder }) => viewOfAll(builder.finish()));
  }

  private add({ id, was, atMs }: ChangeRow): number | undefined {
    if (!was) return undefined;
    const { companyId, document } = was;
    const name = nameOfCompany(document);
    let index = this.parts.findIndex(
      ({ ids, names }) => !ids.has(id) && (names.get(companyId) ?? name) === name,
    );
    if (index === -1) {
      index = this.parts.push({ builder: new SegmentBuilder(), ids: new Set(), names: new Map() }) - 1;
    }
    const { builder, ids, names } = this.parts[index]!;
    ids.add(id);
    names.set(companyId, name);
    builder.add({ ...was, id, ordinal: 0, publishedAtMs: atMs });
    return index;
  }
}

function nameOfCompany(document: Uint8Array): string {
  const { company } = JSON.parse(Buffer.from(document).toString('utf8')) as { company: { name: string } };
  return company.name;
}
