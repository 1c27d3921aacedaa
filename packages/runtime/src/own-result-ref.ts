import { uuidOfFact } from './uuid.js';

/**
 * The reference of the result that an attempt of a call makes from a supplied transcript (SUM-24), a canonical UUID. The gateway chooses it before
 * the result exists. Usage derives it again when the gateway was killed, and has the result deleted. Only the call's account
 * knows the call's id. The id has 74 random bits, too many to guess.
 */
export const ownResultRef = (callId: string, attempt: number): string =>
  uuidOfFact('own-result', callId, String(attempt));
