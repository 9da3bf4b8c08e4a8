import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { apiUrl } from '../settings';

interface List<Item> {
  metadata: { resourceVersion: string };
  items: Item[];
}

interface WatchEvent<Item> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: Item;
}

/** Sends requests to the API server and to kubelets as the cluster's administrator. */
export class ApiClient {
  private readonly agent: Agent;

  constructor(state: string) {
    const pki = (file: string) => readFileSync(join(state, 'pki', file));
    this.agent = new Agent({
      keepAlive: true,
      ca: pki('ca.crt'),
      cert: pki('admin.crt'),
      key: pki('admin.key'),
    });
  }

  /** @param path on the API server, or a kubelet's full URL. @throws Error for a status other than 200. */
  async read<Content>(path: string): Promise<Content> {
    const response = await this.ask(path);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text.slice(0, 200)}`);
    return JSON.parse(text) as Content;
  }

  list<Item>(path: string): Promise<List<Item>> {
    return this.read<List<Item>>(path);
  }

  /** Changes since a version, until the server closes the stream. */
  async *watch<Item>(path: string, resourceVersion: string): AsyncGenerator<WatchEvent<Item>> {
    const query = new URLSearchParams({ watch: '1', resourceVersion, timeoutSeconds: '300' });
    const response = await this.ask(`${path}?${query}`);
    let rest = '';
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (const line of lines) if (line !== '') yield JSON.parse(line) as WatchEvent<Item>;
    }
  }

  private ask(path: string): Promise<IncomingMessage> {
    const url = path.startsWith('https:') ? path : apiUrl + path;
    return new Promise((resolve, reject) => {
      get(url, { agent: this.agent }, resolve).once('error', reject);
    });
  }
}
