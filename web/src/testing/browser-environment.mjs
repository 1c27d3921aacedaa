import { promisify } from 'node:util';
import WarmEnvironment from '@precis/testing/warm/warm-environment';
import { endCalls } from './page-calls.mjs';
import { loadLibraries } from './page-libraries.mjs';
import { changesOfPage, enter, leave, makeBlank } from './page.mjs';
import './page-modules.mjs';

const OF_NODE_ALONE = ['setImmediate', 'clearImmediate', 'nextTick'];
const TURNS = 5;
const turn = promisify(setImmediate);

/** A warm worker's environment with a page (page.mjs), which is blank before each file. */
export default class BrowserEnvironment extends WarmEnvironment {
  constructor(...config) {
    // The fake timers note at construction which functions exist, so the page must be entered before.
    enter();
    super(...config);
    const timers = this.fakeTimersModern;
    const { useFakeTimers } = timers;
    // These stay real: a page does not have them, and React's act() waits for Node's setImmediate.
    timers.useFakeTimers = ({ doNotFake = [], ...config } = {}) =>
      useFakeTimers.call(timers, { ...config, doNotFake: [...OF_NODE_ALONE, ...doNotFake] });
  }

  async setup() {
    await loadLibraries();
    await super.setup();
  }

  async handleTestEvent(event, state) {
    if (event.name === 'run_finish') {
      // Calls are ended first, because the end of a call may start a timer.
      await endCalls();
      makeBlank();
      const changes = changesOfPage();
      if (changes.length > 0)
        state.unhandledErrors.push(new Error(`leaves to the next test file: ${changes.join('; ')}`));
    }
    await super.handleTestEvent(event, state);
  }

  async teardown() {
    await super.teardown();
    // React may still have scheduled work, which must run before the page is left.
    for (let turns = 0; turns < TURNS; turns++) await turn();
    makeBlank();
    changesOfPage();
    leave();
  }
}
