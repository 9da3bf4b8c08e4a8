import { execFile } from 'node:child_process';
import { open, mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from './wait-for';

const run = promisify(execFile);

/** Sparse: occupies only what has been written. */
const SIZE = '24G';
/** `ext4.h`: EXT4_IOC_SHUTDOWN is _IOR('X', 125, __u32). */
const IOC_SHUTDOWN = 0x8004587d;
/** Shuts down without flushing the journal or anything else. */
const NO_LOG_FLUSH = 2;
/** A killed process keeps the file system busy until it is gone. */
const UNMOUNT_MS = 30_000;
const FILLING_FILE = 'fills-the-disk';
const BLOCK = 4_096;
/** Left for file system metadata by the one large allocation; the rest is written block by block. */
const SLACK_BYTES = 4 * 2 ** 20;

/** A separate ext4 file system on a loop device that can lose power or fill up. Requires root. */
export class Disk {
  private constructor(
    private readonly image: string,
    /** Mount point. */
    private readonly path: string,
  ) {}

  static async mount(image: string, path: string): Promise<Disk> {
    await run('truncate', ['--size', SIZE, image]);
    // No blocks reserved for root: the disk is full for all users at once.
    await run('mkfs.ext4', ['-q', '-F', '-m', '0', '-E', 'lazy_itable_init=1,lazy_journal_init=1', image]);
    await mkdir(path, { recursive: true });
    const disk = new Disk(image, path);
    await disk.attach();
    return disk;
  }

  /**
   * Permanently loses everything unflushed: page cache, journal, metadata. Every write then fails until it is mounted
   * again.
   */
  async losePower(): Promise<void> {
    // Node.js has no ioctl; every Debian has Perl.
    const program =
      'open(D, "<", $ARGV[0]) && ioctl(D, $ARGV[1], my $f = pack("L", $ARGV[2])) or die "$!\\n"';
    await run('perl', ['-e', program, this.path, String(IOC_SHUTDOWN), String(NO_LOG_FLUSH)]);
  }

  /** Remounts it, which replays its journal. Processes that used it must have exited. */
  async restorePower(): Promise<void> {
    await this.unmount();
    await this.attach();
    // The power failure may have undone the removal of the file that had filled the disk.
    await this.makeSpace();
  }

  /** Uses up all remaining space. */
  async fill(): Promise<void> {
    const { bavail, bsize } = await statfs(this.path);
    const file = join(this.path, FILLING_FILE);
    await run('fallocate', ['--length', String(Math.max(BLOCK, bavail * bsize - SLACK_BYTES)), file]);
    const handle = await open(file, 'a');
    try {
      for (;;) await handle.write(Buffer.alloc(BLOCK));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await handle.close();
    }
  }

  async makeSpace(): Promise<void> {
    await rm(join(this.path, FILLING_FILE), { force: true });
  }

  async unmount(): Promise<void> {
    await waitFor(
      () =>
        run('umount', [this.path]).then(
          () => true,
          () => false,
        ),
      {
        timeoutMs: UNMOUNT_MS,
        description: `${this.path} to be unmounted`,
      },
    );
  }

  private async attach(): Promise<void> {
    await run('mount', ['-o', 'loop', this.image, this.path]);
  }
}
