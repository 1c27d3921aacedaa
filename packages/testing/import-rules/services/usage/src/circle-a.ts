export { b } from './circle-b.js';
export const a = 1;
