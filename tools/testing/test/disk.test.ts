import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from '../src/infrastructure';
import { Disk } from '../src/disk';

describeWith('disk', 'a disk', () => {
  let scratch: string;
  let disk: Disk;
  const file = (name: string) => join(scratch, 'mounted', name);

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'disk-'));
    disk = await Disk.mount(join(scratch, 'disk.img'), join(scratch, 'mounted'));
  });

  afterEach(async () => {
    await disk.unmount();
    await rm(scratch, { recursive: true });
  });

  it('loses only what was not flushed when the power fails', async () => {
    await writeFile(file('flushed'), 'here', { flush: true });
    await writeFile(file('written'), 'gone');
    const handle = await open(file('flushed'), 'a');
    await handle.write(' and more');
    await disk.losePower();
    await expect(handle.sync()).rejects.toThrow('EIO');
    await handle.close();
    await disk.restorePower();
    expect(await readFile(file('flushed'), 'utf8')).toBe('here');
    await expect(readFile(file('written'))).rejects.toThrow('ENOENT');
  });

  it('accepts no more data while it is full', async () => {
    await disk.fill();
    await expect(writeFile(file('written'), Buffer.alloc(8_192), { flush: true })).rejects.toThrow('ENOSPC');
    await disk.makeSpace();
    await writeFile(file('written'), Buffer.alloc(8_192), { flush: true });
  });

  it('has space again after a power failure that undid the removal of what filled it', async () => {
    await disk.fill();
    const handle = await open(file('fills-the-disk'), 'r');
    await handle.sync();
    await handle.close();
    await disk.makeSpace();
    await disk.losePower();
    await disk.restorePower();
    await writeFile(file('written'), Buffer.alloc(8_192), { flush: true });
  });
});
