export { sandbox } from '../../../packages/sandbox/src/sandbox.js';
