import { readJsonFile, writeJsonFile } from '../home/json-file';

/**
 * What the first start decided. `started` is written before anything is loaded and `done` after, so that a first start
 * that was killed is recognized and repeated; loading existing records again changes nothing.
 */
interface SeedRecord {
  content: 'sample' | 'empty';
  state: 'started' | 'done';
}

/**
 * What to load into a system, decided once: a later start never adds the sample corpus to what its operator has
 * imported.
 */
export class SeedDecision {
  constructor(private readonly file: string) {}

  /**
   * Whether to load the sample corpus now.
   *
   * @param wanted whether this start was not asked for an empty system.
   * @param hasSignals says whether the catalog has any signals, as it can when the database is older than the home.
   */
  async isDue(wanted: boolean, hasSignals: () => Promise<boolean>): Promise<boolean> {
    let record = readJsonFile<SeedRecord>(this.file);
    if (!record) {
      const content = wanted && !(await hasSignals()) ? 'sample' : 'empty';
      record = { content, state: content === 'sample' ? 'started' : 'done' };
      writeJsonFile(this.file, record);
    }
    return record.state === 'started';
  }

  done(): void {
    writeJsonFile(this.file, { content: 'sample', state: 'done' } satisfies SeedRecord);
  }
}
