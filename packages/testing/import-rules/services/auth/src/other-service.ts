export { usage } from '../../usage/src/usage.js';
