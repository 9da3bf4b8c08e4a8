import { createSocket, type RemoteInfo } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const [A, CNAME, AAAA] = [1, 5, 28];
const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3];

/** A family without addresses gets an empty answer; an undefined one, like a silent name, gets none. */
interface Zone {
  v4?: readonly string[];
  v6?: readonly string[];
  /** The name that has the addresses. */
  alias?: string;
}

/** A DNS server (RFC 1035) that knows only the names it is told. */
export class NameServer {
  readonly zones = new Map<string, Zone | 'silent' | 'failing'>();
  /** One entry per query, repetitions included. */
  readonly asked: string[] = [];
  private held: (() => void)[] = [];
  private readonly socket = createSocket('udp4').on('message', (query, from) => this.receive(query, from));

  async start(): Promise<void> {
    await new Promise<void>((done) => this.socket.bind(0, '127.0.0.1', done));
  }

  get address(): string {
    return `127.0.0.1:${(this.socket.address() as AddressInfo).port}`;
  }

  /** From now on, silent names do not exist. */
  releaseSilent(): void {
    for (const [name, zone] of this.zones) if (zone === 'silent') this.zones.delete(name);
    for (const answer of this.held.splice(0)) answer();
  }

  async stop(): Promise<void> {
    await new Promise<void>((done) => this.socket.close(done));
  }

  private receive(query: Buffer, from: RemoteInfo): void {
    const { name, end } = nameIn(query);
    const type = query.readUInt16BE(end);
    const answer = (code: number, records: readonly Buffer[] = []) => {
      const header = Buffer.alloc(12);
      query.copy(header, 0, 0, 2);
      header.writeUInt16BE(0x8180 | code, 2);
      header.writeUInt16BE(1, 4);
      header.writeUInt16BE(records.length, 6);
      const question = query.subarray(12, end + 4);
      this.socket.send(Buffer.concat([header, question, ...records]), from.port, from.address);
    };
    this.asked.push(name);
    const zone = this.zones.get(name);
    if (zone === undefined) return answer(NO_SUCH_NAME);
    if (zone === 'failing') return answer(SERVER_FAILURE);
    const addresses = zone === 'silent' ? undefined : type === AAAA ? zone.v6 : zone.v4;
    if (zone === 'silent' || addresses === undefined) return void this.held.push(() => answer(NO_SUCH_NAME));
    const owner = zone.alias ?? name;
    const alias = zone.alias === undefined ? [] : [record(name, CNAME, encoded(zone.alias))];
    const found = addresses.map((address) =>
      type === AAAA ? record(owner, AAAA, bytesOfV6(address)) : record(owner, A, bytesOfV4(address)),
    );
    answer(NO_ERROR, [...alias, ...found]);
  }
}

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function encoded(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function record(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encoded(owner), fixed, data]);
}

const bytesOfV4 = (address: string): Buffer => Buffer.from(address.split('.').map(Number));

/** @param address in hexadecimal groups. */
function bytesOfV6(address: string): Buffer {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = new Array<string>(8 - head.length - tail.length).fill('0');
  const groups = [...head, ...zeros, ...tail].map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}
