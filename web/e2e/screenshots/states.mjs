import { FORMS } from './states/forms.mjs';
import { FRAME } from './states/frame.mjs';
import { MONEY } from './states/money.mjs';
import { PLAYGROUND } from './states/playground.mjs';
import { SIGNED_IN } from './states/signed-in.mjs';

/**
 * Every state that is pictured, in the order of the contact sheet. One object each:
 *   name     the file's name and the label; unique
 *   path     where the browser goes, or a function of the people that answers it
 *   as       who is signed in, a name of people.mjs; without it a visitor
 *   hold     calls whose answers never come, as a pattern of addresses: what is seen while they are awaited
 *   fail     calls that are answered with a 500 without a text, so that the page's own text is seen
 *   answer   calls that are answered otherwise: { pattern, status, change(body) }
 *   prepare  steps from the loaded page to the state; gets the page, the people and the width
 *   shows    a text, or a function of the page that answers a locator, which must be in sight; without it the state was not brought about
 *   widths   where it exists; without it everywhere
 *   readme   true: the picture of the README, in light at 1440 x 900
 */
export const STATES = [...FRAME, ...FORMS, ...MONEY, ...SIGNED_IN, ...PLAYGROUND];
