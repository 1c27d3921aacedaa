export { a } from './circle-a.js';
export const b = 1;
