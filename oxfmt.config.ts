export default {
  printWidth: 120,
  singleQuote: true,
  trailingComma: 'all',
  sortPackageJson: false,
  ignorePatterns: [
    // Documents have their own rule (no line above 200 characters), and tables stay as they are written.
    '*.md',
    'package-lock.json',
    'proto/gen',
    // Recorded or generated data, compared byte by byte.
    'services/summarisation/src/videos/demo/data',
    'services/gateway/openapi.json',
    'proto/cases',
    // Templates, and what helm renders.
    'charts/*/templates',
    'charts/*/tests/golden',
  ],
} as const;
