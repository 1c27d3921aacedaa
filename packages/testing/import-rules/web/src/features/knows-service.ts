export { usage } from '../../../services/usage/src/usage.js';
