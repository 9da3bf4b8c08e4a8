import { pascalCase } from './names.mjs';
import { docstring, exported, literal, quoted } from './text.mjs';

/** One exception per code in the contract's error table. */
export function errorsModule({ ERRORS, ERROR_CODES }) {
  const rows = ERROR_CODES.map((code) => {
    const { status, meaning, remedy } = ERRORS[code];
    const name = `${pascalCase(code).replace(/Error$/, '')}Error`;
    return { code, name, text: `${status} \`${code}\`. ${meaning} ${remedy}` };
  });
  return `from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from .._error import HeliographError

${exported([...rows.map(({ name }) => name), 'ApiErrorCode'])}
# Error codes of the API.
ApiErrorCode = ${literal(ERROR_CODES)}

${rows.map(({ name, text }) => `\nclass ${name}(HeliographError):\n${docstring(text, '    ')}`).join('\n')}

ERROR_CLASSES: Mapping[str, type[HeliographError]] = {
${rows.map(({ code, name }) => `    ${quoted(code)}: ${name},\n`).join('')}}
`;
}
