/**
 * Whether a license expression (SPDX 2.3, annex D, without exceptions by WITH and without versions by +) can be
 * satisfied with the allowed licenses alone.
 *
 * @param allowed SPDX identifiers.
 * @returns also false for a text that is not such an expression, such as `SEE LICENSE IN …`.
 */
export function isSatisfied(expression, allowed) {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let position = 0;
  const either = () => {
    let met = both();
    // Not `||=`: the rest must be parsed in any case.
    for (; tokens[position] === 'OR';) {
      position += 1;
      met = both() || met;
    }
    return met;
  };
  const both = () => {
    let met = single();
    for (; tokens[position] === 'AND';) {
      position += 1;
      met = single() && met;
    }
    return met;
  };
  const single = () => {
    const token = tokens[position];
    position += 1;
    if (token !== '(') return allowed.includes(token);
    const met = either();
    const isClosed = tokens[position] === ')';
    position += 1;
    return met && isClosed;
  };
  return either() && position === tokens.length;
}
