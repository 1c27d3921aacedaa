export { usage } from './barrel/index.js';
