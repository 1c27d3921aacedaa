/** How @rtk-query/codegen-openapi makes src/lib/generated-api.ts of the gateway's document: `make web-api`. */
module.exports = {
  schemaFile: '../services/gateway/openapi.json',
  apiFile: './src/lib/api.ts',
  apiImport: 'api',
  outputFile: './src/lib/generated-api.ts',
  exportName: 'generatedApi',
  hooks: { queries: true, lazyQueries: true, mutations: true },
};
