import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program';

/** Built or installed files, which are not in git. */
const BUILT = ['dist', 'generated'];
const PARENTS = ['packages', 'programs', 'services', 'tools', 'web'];

/** A disposable copy of the repository at a commit, including installed packages and builds. */
export class Copy {
  private constructor(
    readonly root: string,
    private readonly repository: string,
  ) {}

  static async make(repository: string, commit: string): Promise<Copy> {
    const root = join(await mkdtemp(join(tmpdir(), 'heliograph-planted-')), 'repository');
    await runProgram('git', ['worktree', 'add', '--detach', '--force', root, commit], repository);
    const copy = new Copy(root, repository);
    try {
      await copy.fill();
    } catch (error) {
      await copy.remove();
      throw error;
    }
    return copy;
  }

  /** Applies a patch. @throws when it does not apply. */
  apply(patch: string): Promise<string> {
    return runProgram('git', ['apply', patch], this.root);
  }

  /** Reverts changes that patches made to the sources. */
  restore(): Promise<string> {
    return runProgram('git', ['checkout', '--quiet', '--', '.'], this.root);
  }

  async remove(): Promise<void> {
    await rm(join(this.root, '..'), { recursive: true, force: true });
    await runProgram('git', ['worktree', 'prune'], this.repository);
  }

  /** Workspaces link to each other by relative paths, so the copy's programs load the copy's code. */
  private async fill(): Promise<void> {
    await this.link('node_modules');
    for (const workspace of ['proto', ...(await this.workspaces())]) {
      await this.link(join(workspace, 'node_modules'));
      for (const directory of BUILT) await this.copyDirectory(join(workspace, directory));
    }
  }

  private async workspaces(): Promise<string[]> {
    const found = await Promise.all(
      PARENTS.map(async (parent) => {
        const names = await readdir(join(this.root, parent));
        return names.map((name) => join(parent, name));
      }),
    );
    return found.flat();
  }

  private async copyDirectory(path: string): Promise<void> {
    if (await isDirectory(join(this.repository, path))) {
      await cp(join(this.repository, path), join(this.root, path), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
  }

  /** Hard links: gigabytes in seconds. Only caches are written there, and the copy gets its own. */
  private async link(path: string): Promise<void> {
    const source = join(this.repository, path);
    if (!(await isDirectory(source))) return;
    await runProgram('cp', ['-al', source, join(this.root, path)], this.root);
    await rm(join(this.root, path, '.cache'), { recursive: true, force: true });
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
