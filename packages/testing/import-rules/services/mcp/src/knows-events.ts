import { event } from '../../../packages/events/src/event.js';

export const known = event;
