import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';
import { constantCase } from './scripts/lib/constant-case.mjs';

export default tseslint.config(
  { ignores: ['**/dist/**', '**/generated/**', '**/node_modules/**', '.heliograph*/**', '**/public/**'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strict],
    // A few programs for all files: projectService's one program per package takes more memory than machines have.
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './web/dashboard/tsconfig.json', './web/docs/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { heliograph: { rules: { 'constant-case': constantCase } } },
    rules: {
      'heliograph/constant-case': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(PropertyDefinition, MethodDefinition) > PrivateIdentifier',
          message: 'Use `private`, not `#`.',
        },
        {
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'Write its members without `...{ }`.',
        },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-console': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['web/dashboard/src/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: '@heliograph/dashboard-api',
          allowTypeImports: true,
          message:
            'Import its types only, or constants from @heliograph/contract: it brings zod (500 KB) to the browser.',
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/test/**/*.ts', 'tools/e2e/**/*.ts'],
    rules: {
      // Tests use empty handlers to wait for an outcome elsewhere.
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        structuredClone: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
