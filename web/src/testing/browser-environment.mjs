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
    // The fake timers remember which functions there are to replace.
    enter();
    super(...config);
    const timers = this.fakeTimersModern;
    const { useFakeTimers } = timers;
    // A page has no others. React's act() waits for an immediate of Node.
    timers.useFakeTimers = ({ doNotFake = [], ...config } = {}) =>
      useFakeTimers.call(timers, { ...config, doNotFake: [...OF_NODE_ALONE, ...doNotFake] });
  }

  async setup() {
    await loadLibraries();
    await super.setup();
  }

  async handleTestEvent(event, state) {
    if (event.name === 'run_finish') {
      // First the calls, because those that end may start a timer.
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
    // React still looks for work that it has been told of.
    for (let turns = 0; turns < TURNS; turns++) await turn();
    makeBlank();
    changesOfPage();
    leave();
  }
}
