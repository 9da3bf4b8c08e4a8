import { withoutLegalForm } from './legal-forms';

test.each([
  ['Acme, Inc.', 'acme'],
  ['ACME S.A.', 'acme'],
  ['Acme SA', 'acme'],
  ['Acme', 'acme'],
  ['Nordwind GmbH & Co. KG', 'nordwind'],
  ['Acme Pty. Ltd.', 'acme'],
  ['Acme Holdings Private Limited', 'acme holdings'],
  ['Cemento, S.A.B. de C.V.', 'cemento'],
  ['Kowalski Sp. z o.o.', 'kowalski'],
  ['Ægir A/S', 'ægir'],
  ['Õun OÜ', 'oun'],
  ['ООО «Ромашка»', 'ромашка'],
  ['PT Bank Raya Tbk', 'bank raya'],
  ['株式会社東芝', '東 芝'],
  ['東芝株式会社', '東 芝'],
  ['㈱東芝', '東 芝'],
  ['(주)한화', '한 화'],
  ['주성엔지니어링', '주 성 엔 지 니 어 링'],
  ['北京字节跳动科技有限公司', '北 京 字 节 跳 动 科 技'],
  ['有赞', '有 赞'],
  // At least one word remains.
  ['Limited', 'limited'],
  ['The Company', 'the'],
  ['AG', 'ag'],
  ['S.A.', 's a'],
  ['(株)', '株'],
  ['Incorporated Ideas', 'incorporated ideas'],
  ['!?', ''],
])('%j', (name, expected) => expect(withoutLegalForm(name).join(' ')).toBe(expected));

test('stripping is idempotent', () => {
  for (const name of ['Acme Co Ltd', '株式会社 株式会社 A', 'SA SA SA', 'B V B V B']) {
    const left = withoutLegalForm(name);
    expect(withoutLegalForm(left.join(' '))).toEqual(left);
  }
});
