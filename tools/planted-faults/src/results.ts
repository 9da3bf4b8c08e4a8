import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Fault } from './fault';

/** The result for a fault. */
export interface FaultResult {
  name: string;
  /** Digest of its patch. */
  digest: string;
  /** Whether a test failed that passes without the fault. */
  isFound: boolean;
  /** Whether the named tests found it or only the whole suite did. */
  foundBy: 'named' | 'whole' | undefined;
  /** The first few failed tests. */
  failures: string[];
  seconds: number;
}

/** Results for one commit, saved after each fault, so that an interrupted run resumes where it stopped. */
export class Results {
  private constructor(
    private readonly file: string,
    private readonly commit: string,
    private readonly byName: Map<string, FaultResult>,
  ) {}

  /** Results for another commit count as absent. */
  static async open(file: string, commit: string): Promise<Results> {
    const text = await readFile(file, 'utf8').catch(() => '{}');
    const stored = JSON.parse(text) as { commit?: string; results?: FaultResult[] };
    const kept = stored.commit === commit ? (stored.results ?? []) : [];
    return new Results(file, commit, new Map(kept.map((result) => [result.name, result])));
  }

  /** The result for the fault's current patch. */
  of({ name, digest }: Fault): FaultResult | undefined {
    const known = this.byName.get(name);
    return known?.digest === digest ? known : undefined;
  }

  /** If the process dies while writing, the file is unchanged. */
  async add(result: FaultResult): Promise<void> {
    this.byName.set(result.name, result);
    await mkdir(dirname(this.file), { recursive: true });
    const unfinished = `${this.file}.${process.pid}`;
    const content = { commit: this.commit, results: [...this.byName.values()] };
    await writeFile(unfinished, `${JSON.stringify(content, null, 2)}\n`);
    await rename(unfinished, this.file);
  }
}
