import { normalize } from './normalize';
import { words } from './words';

/**
 * Legal forms written after a name; compound ones (`GmbH & Co. KG`, `Pty Ltd`) are removed one by one. Forms of two to
 * four letters may have periods between them (`S.A.`). After a change here, rebuild the catalog's company keys
 * (packages/catalog/README.md).
 */
const BEHIND = [
  'inc, incorporated, corp, corporation, co, company, ltd, limited, llc, llp, lp, plc, pllc, pbc, pty, pte, pvt, private limited',
  'gmbh, ggmbh, mbh, ag, kg, kgaa, ohg, ug, haftungsbeschränkt, ek, se',
  'sa, sas, sasu, sarl, eurl, snc, sl, slu, srl, spa, ltda, eireli',
  'sa de cv, s a de c v, sab de cv, s a b de c v, sapi de cv, s a p i de c v, s de rl de cv, s de r l de c v',
  'bv, nv, bvba, sprl, ab, as, asa, aps, oy, oyj, ehf',
  'sp z o o, sp z oo, sp zoo, sro, kft, zrt, nyrt, doo, ood, eood, oü, uab, sia, aş, ltd şti, anonim şirketi, limited şirketi',
  'kk, gk, kabushiki kaisha, godo kaisha, sdn, bhd, tbk',
  '股份有限公司, 有限责任公司, 有限責任公司, 有限公司, 公司, จำกัด (มหาชน), จำกัด',
];

/** Legal forms written before or after a name. */
const AROUND = [
  '株式会社, 有限会社, 合同会社, 合資会社, 合名会社, 주식회사, 유한회사, บริษัท',
  'pt, ооо, оао, зао, пао, ао, тов',
];

/** Abbreviated Japanese and Korean forms. Without their brackets, these letters could begin other names. */
const BRACKETED = /\((?:株|有|同|주|유)\)/g;

type Form = readonly string[];

/** Longest first, so that a part of a longer form never matches first. */
function formsOf(lines: readonly string[]): Form[] {
  return lines
    .flatMap((line) => line.split(', '))
    .flatMap((text): Form[] => {
      const form = words(text);
      return /^\p{L}{2,4}$/u.test(text) && form.length === 1 ? [form, Array.from(form[0]!)] : [form];
    })
    .sort((a, b) => b.length - a.length);
}

interface Forms {
  around: Form[];
  behind: Form[];
}

/** Made at the first use: most processes load this file and never need it. */
let forms: Forms | undefined;

/** The words of a company's name without its legal forms; at least one word remains. */
export function withoutLegalForm(name: string): string[] {
  let left = words(normalize(name).replace(BRACKETED, ' '));
  if (left.length === 0) return words(name);
  const { around, behind } = (forms ??= {
    around: formsOf(AROUND),
    behind: formsOf([...BEHIND, ...AROUND]),
  });
  for (;;) {
    const last = behind.find((form) => isAt(left, left.length - form.length, form));
    const first = last ? undefined : around.find((form) => isAt(left, 0, form));
    if (last) left = left.slice(0, -last.length);
    else if (first) left = left.slice(first.length);
    else return left;
  }
}

/** Whether a name has the legal form at `start`, and other words besides it. */
function isAt(name: Form, start: number, form: Form): boolean {
  if (start < 0 || name.length <= form.length) return false;
  return form.every((word, index) => name[start + index] === word);
}
