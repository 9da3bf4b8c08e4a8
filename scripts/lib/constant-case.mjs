const SCREAMING_CASE = /^[A-Z][A-Z0-9_]*$/;

/**
 * Whether an expression has the same value in every run: literals, and combinations of literals and other constants.
 */
function isFixed(node) {
  switch (node.type) {
    case 'Literal':
      return true;
    case 'Identifier':
      return SCREAMING_CASE.test(node.name);
    case 'TemplateLiteral':
      return node.expressions.every(isFixed);
    case 'UnaryExpression':
    case 'SpreadElement':
      return isFixed(node.argument);
    case 'BinaryExpression':
      return isFixed(node.left) && isFixed(node.right);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return isFixed(node.expression);
    case 'ArrayExpression':
      return node.elements.every((element) => element !== null && isFixed(element));
    case 'ObjectExpression':
      return node.properties.every((property) => isFixed(property.value ?? property));
    case 'NewExpression':
      return ['Map', 'RegExp', 'Set'].includes(node.callee.name) && node.arguments.every(isFixed);
    default:
      return false;
  }
}

/** Whether the value is immutable: a primitive, a regular expression, `as const`, or a readonly type. */
function isImmutable({ id, init }, sourceCode) {
  const value = init.type === 'TSSatisfiesExpression' ? init.expression : init;
  if (['ArrayExpression', 'NewExpression', 'ObjectExpression'].includes(value.type))
    return id.typeAnnotation !== undefined && /^:\s*readonly/i.test(sourceCode.getText(id.typeAnnotation));
  return value.type !== 'TSAsExpression' || value.typeAnnotation.typeName?.name === 'const';
}

/** `docs/style.md`: module constants with fixed values are SCREAMING_CASE. */
export const constantCase = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { case: 'A constant with a fixed value is SCREAMING_CASE.' },
  },
  create: (context) => ({
    ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=const] > VariableDeclarator'(node) {
      const { id, init } = node;
      if (id.type !== 'Identifier' || !init || SCREAMING_CASE.test(id.name)) return;
      if (isFixed(init) && isImmutable(node, context.sourceCode))
        context.report({ node: id, messageId: 'case' });
    },
  }),
};
