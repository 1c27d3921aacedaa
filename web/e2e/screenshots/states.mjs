import { FORMS } from './states/forms.mjs';
import { FRAME } from './states/frame.mjs';
import { MONEY } from './states/money.mjs';
import { PLAYGROUND } from './states/playground.mjs';
import { SIGNED_IN } from './states/signed-in.mjs';

/**
 * Every state that is pictured, in the order of the contact sheet. One object each:
 *   name     the file's name and the label; unique
 *   path     the address, or a function that gets the people and returns it
 *   as       who is signed in, a name of people.mjs; without it a visitor
 *   hold     calls whose answers never come, as a pattern of addresses: what is seen while they are awaited
 *   fail     calls that are answered with a 500 without a text, so that the page's own text is seen
 *   answer   calls that are answered otherwise: { pattern, status, change(body) }
 *   prepare  steps from the loaded page to the state; gets the page, the people and the width
 *   shows    a text, or a function that gets the page and returns a locator; the state is reached when it is visible
 *   widths   where it exists; without it everywhere
 *   readme   true: the picture of the README, in light at 1440 x 900
 */
export const STATES = [...FRAME, ...FORMS, ...MONEY, ...SIGNED_IN, ...PLAYGROUND];
