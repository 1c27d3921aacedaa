export { event } from '../../events/src/event.js';
