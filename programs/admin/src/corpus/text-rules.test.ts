import { readFileSync } from 'node:fs';
import { issueWithIdentifier } from './text-rules';

/** Characters that the catalog's table rejects: one in an identifier would undo its whole batch. */
function refusedByTable(): RegExp {
  const migrations = '../../../../packages/catalog/src/migrations';
  const sql = readFileSync(`${__dirname}/${migrations}/0004_bounds.sql`, 'utf8');
  return new RegExp(/id !~ '(\[.*\])'/.exec(sql)![1]!);
}

it('rejects every character in identifiers that the table rejects', () => {
  const refused = refusedByTable();
  const accepted: string[] = [];
  for (let code = 1; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    if (!refused.test(character)) continue;
    if (issueWithIdentifier(`a${character}b`) === undefined) accepted.push(code.toString(16));
  }
  expect(accepted).toEqual([]);
});
