export { page } from '../pages/page';
