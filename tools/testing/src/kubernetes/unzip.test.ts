import { deflateRawSync } from 'node:zlib';
import { unzipFile } from './unzip';

const long = 'heliograph '.repeat(100);

/** An archive as its format is written down: files, then their directory, then where that is. */
function zip(files: readonly { name: string; content: string; method: 0 | 8 | 9 }[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method } of files) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const extra = Buffer.from('of this file only');
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(extra.length, 28);
    const body = Buffer.concat([local, Buffer.from(name), extra, packed]);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(4, 30);
    entry.writeUInt16LE(2, 32);
    entry.writeUInt32LE(offset, 42);
    directory.push(Buffer.concat([entry, Buffer.from(name), Buffer.alloc(6)]));
    bodies.push(body);
    offset += body.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

it('finds files that are compressed and files that are not', () => {
  const archive = zip([
    { name: 'helm/', content: '', method: 0 },
    { name: 'helm/helm', content: long, method: 8 },
    { name: 'kubectl/kubectl', content: 'as it is', method: 0 },
  ]);
  expect(unzipFile(archive, 'helm/helm').toString()).toBe(long);
  expect(unzipFile(archive, 'kubectl/kubectl').toString()).toBe('as it is');
});

it('says what is wrong with an archive', () => {
  expect(() => unzipFile(Buffer.from('<html>'), 'helm/helm')).toThrow('not a ZIP archive');
  expect(() => unzipFile(zip([]), 'helm/helm')).toThrow('the archive holds no helm/helm');
  expect(() => unzipFile(zip([{ name: 'a', content: 'x', method: 9 }]), 'a')).toThrow(
    'unknown compression 9',
  );
});
