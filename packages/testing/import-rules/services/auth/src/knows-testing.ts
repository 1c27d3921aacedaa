export { builder } from '../../../packages/testing/src/builder.js';
