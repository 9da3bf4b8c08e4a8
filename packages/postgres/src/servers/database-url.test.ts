import { describeDatabase, describeServers, editDatabaseUrl, parseDatabaseUrl } from './database-url';

const serversOf = (text: string) => parseDatabaseUrl(text)?.servers;

it('reads one server, several, and the default port', () => {
  expect(serversOf('postgresql://u:p@db:5433/heliograph')).toEqual([{ host: 'db', port: 5433 }]);
  expect(serversOf('postgres://u:p@db1:5433,db2,[::1]:5434/heliograph')).toEqual([
    { host: 'db1', port: 5433 },
    { host: 'db2', port: 5432 },
    { host: '::1', port: 5434 },
  ]);
});

it("reads a socket's directory", () => {
  expect(serversOf('postgresql://u:p@localhost:5432/heliograph?host=%2Frun')).toEqual([
    { host: '/run', port: 5432 },
  ]);
});

it('prefers a standby on request, and hides that option from the driver', () => {
  const url = parseDatabaseUrl(
    'postgresql://u:p@db1,db2/heliograph?target_session_attrs=prefer-standby&sslmode=require',
  );
  expect(url?.prefersStandby).toBe(true);
  expect(url?.first.toString()).toBe('postgresql://u:p@db1/heliograph?sslmode=require');
  expect(parseDatabaseUrl('postgresql://u:p@db1,db2/heliograph')?.prefersStandby).toBe(false);
});

it.each([
  'mysql://u:p@db/x',
  'postgresql://u:p@db:port/x',
  'postgresql://u:p@db1,db2:99999/x',
  'nothing',
  '',
])('does not read %j', (text) => expect(parseDatabaseUrl(text)).toBeUndefined());

it('keeps the servers when user, password, and database change', () => {
  const edited = editDatabaseUrl('postgresql://u:p@db1:5433,db2/heliograph?sslmode=require', (url) => {
    url.username = 'other';
    url.password = encodeURIComponent('a@b,c/d');
    url.pathname = '/postgres';
  });
  expect(edited).toBe('postgresql://other:a%40b%2Cc%2Fd@db1:5433,db2/postgres?sslmode=require');
  expect(serversOf(edited)).toEqual([
    { host: 'db1', port: 5433 },
    { host: 'db2', port: 5432 },
  ]);
  expect(decodeURIComponent(parseDatabaseUrl(edited)!.first.password)).toBe('a@b,c/d');
});

it('describes servers without user and password', () => {
  expect(describeServers(serversOf('postgresql://u:p@db1:5433,db2/heliograph')!)).toBe('db1:5433, db2:5432');
  expect(describeDatabase('postgresql://u:p@db1:5433,db2/heliograph?sslmode=require')).toBe(
    'db1:5433, db2:5432/heliograph',
  );
  expect(describeDatabase('postgresql://u:p@db1:port/heliograph')).not.toContain('p@');
});
