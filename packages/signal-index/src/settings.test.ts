import { loadConfig } from '@heliograph/runtime';
import { z } from 'zod';
import { signalIndexSettings, signalIndexVariables } from './settings';

const credentials = { OPENSEARCH_USERNAME: 'heliograph', OPENSEARCH_PASSWORD: 'a password' };
const settingsOf = (environment: Record<string, string>) =>
  signalIndexSettings(
    loadConfig(z.object(signalIndexVariables), { OPENSEARCH_URL: 'http://one:9200', ...environment }),
  );

it.each(['OPENSEARCH_USERNAME', 'OPENSEARCH_PASSWORD'] as const)(
  'rejects the line break at the end of a file as part of %s',
  (name) => {
    expect(settingsOf(credentials)).toMatchObject({ username: 'heliograph', password: 'a password' });
    expect(() => settingsOf({ ...credentials, [name]: `${credentials[name]}\n` })).toThrow(name);
  },
);

it.each(['one:9200', 'http://one:9200,two:9200', 'http://one:9200,', 'http://one:65536'])(
  'refuses the URLs %s',
  (urls) => expect(() => settingsOf({ OPENSEARCH_URL: urls })).toThrow('OPENSEARCH_URL'),
);
