export { usage } from '../usage.js';
