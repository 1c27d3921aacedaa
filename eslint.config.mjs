import tseslint from 'typescript-eslint';

/** Types are checked by the build; lint catches what types do not: promises nobody waits for, environment and SQL in wrong places. */
export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'packages/testing/import-rules/',
      'packages/testing/sample-template/',
      'proto/gen/',
      'web/public/',
      'web/src/lib/generated-api.ts',
      '.data/',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parserOptions: {
        // One program for all services and packages: with one for each, every file is parsed and checked once for each that imports it.
        project: ['./tsconfig.eslint.json', './web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Black-box tests read answers as a client without our types would; the audit reads rows of services whose types it does not know.
    files: ['packages/e2e/**/*.ts', 'packages/audit/**/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['services/**/*.ts'],
    ignores: ['**/*main.ts', '**/*.spec.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only main.ts reads the environment; everything else gets its config.',
        },
      ],
    },
  },
  {
    // What tests and the stand-ins do without packages/runtime is theirs.
    files: ['services/**/*.ts', 'packages/{runtime,events}/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/{testing,fixture,contract}/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:timers/promises',
              importNames: ['setTimeout'],
              message: 'Wait with pause of packages/runtime.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['services/**/*.{usecase,controller,consumer}.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "CallExpression[callee.property.name='query']", message: 'SQL lives in *.repository.ts.' },
        {
          selector: "CallExpression[callee.property.name='createQueryBuilder']",
          message: 'SQL lives in *.repository.ts.',
        },
      ],
    },
  },
);
