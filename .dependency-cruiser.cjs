/** Who may import whom. Each rule has a planted violation in packages/testing/import-rules that must be caught. */
const { readFileSync } = process.getBuiltinModule('node:fs');
const list = JSON.parse(readFileSync(`${__dirname}/services/services.json`, 'utf8'));
const services = [...Object.keys(list), 'standalone'].join('|');
const spec = '(\\.spec\\.tsx?|\\.e2e\\.ts|\\.suite\\.ts)$';
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      // Types as well: two files that need each other's are one, or have a third.
      to: { circular: true },
    },
    {
      name: 'no-service-imports-a-service',
      severity: 'error',
      from: { path: `^services/(?!standalone/)([^/]+)/` },
      to: { path: `^services/(${services})/`, pathNot: '^services/$1/' },
    },
    {
      name: 'packages-know-no-service',
      severity: 'error',
      from: { path: '^packages/(?!e2e/|bench/)' },
      to: { path: '^services/' },
    },
    {
      name: 'runtime-knows-no-package',
      severity: 'error',
      from: { path: '^packages/runtime/' },
      // The table of error codes is data, which imports nothing.
      to: { path: '^packages/(?!runtime/|error-codes/)' },
    },
    {
      name: 'services-do-not-know-the-sandbox',
      severity: 'error',
      // Their tests hold what they send against the simulators.
      from: { path: '^services/(?!standalone/)', pathNot: [spec, '/testing/'] },
      to: { path: '^packages/sandbox/' },
    },
    {
      name: 'only-tests-use-testing',
      severity: 'error',
      from: {
        path: '^(services|packages)/',
        pathNot: [spec, '^packages/(testing|e2e|cluster)/', '/(testing|fixture|contract)/'],
      },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '\\.rule\\.ts$' },
      to: {
        pathNot: ['\\.rule\\.ts$', '^proto/gen/', 'node_modules/(stopword|snowball-stemmers)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-knows-only-http',
      severity: 'error',
      from: { path: '^web/' },
      // The verifier of statements depends on nothing, and runs in browsers. Its tests run in the warm workers of all tests.
      to: { path: '^(services|packages|proto)/', pathNot: '^packages/(statement|testing/src/warm)/' },
    },
    {
      // What users install asks the public API, as any program does; what runs it here may use runtime. The verifier of statements depends on nothing.
      name: 'mcp-knows-only-http',
      severity: 'error',
      from: { path: '^services/mcp/', pathNot: [spec, '/testing/'] },
      to: { path: '^(services/(?!mcp/)|packages/(?!(runtime|statement)/)|proto/)' },
    },
    {
      // The landing page must stay light.
      name: 'landing-has-no-store',
      severity: 'error',
      from: { path: '^web/src/landing/', pathNot: [spec] },
      to: { path: 'node_modules/(antd|@ant-design|@reduxjs|react-redux|react-router-dom)/', reachable: true },
    },
    {
      name: 'web-goes-one-way',
      severity: 'error',
      from: { path: '^web/src/(features|components|lib)/', pathNot: [spec] },
      to: { path: '^web/src/pages/' },
    },
    { name: 'no-barrels', severity: 'error', from: {}, to: { path: '^(services|packages|web)/.*/index\\.tsx?$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^packages/testing/(import-rules|sample-template)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.imports.json` },
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
