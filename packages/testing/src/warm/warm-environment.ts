import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { jestObject, type Spies } from './jest-object.js';
import { leftBehind, type ProcessState, stateOfProcess } from './left-behind.js';

/** The used part of jest's configuration for an environment. */
interface EnvironmentConfig {
  projectConfig: ConstructorParameters<typeof ModernFakeTimers>[0]['config'];
}

/** The used part of jest-circus's state of a file. */
interface CircusState {
  unhandledErrors: unknown[];
}

/**
 * The environment of tests in a warm worker: its global object is that of the process. After the last test of a file it fails the file for any
 * state that it leaves to the next one.
 */
export default class WarmEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis as never);
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  private readonly spies: Spies = [];
  private before: ProcessState;
  private readonly ofProcess = { console: globalThis.console, exit: process.exit };

  constructor({ projectConfig }: EnvironmentConfig) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup(): Promise<void> {
    const jest = jestObject(this.moduleMocker, this.fakeTimersModern, this.spies);
    Object.assign(globalThis, { jest });
    this.before = stateOfProcess();
  }

  /** jest-circus awaits this for each of its events. */
  async handleTestEvent(event: { name: string }, state: CircusState): Promise<void> {
    if (event.name !== 'run_finish') return;
    const left = await leftBehind(this.before, this.spies);
    if (left.length > 0) state.unhandledErrors.push(new Error(`leaves to the next test file: ${left.join('; ')}`));
  }

  async teardown(): Promise<void> {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    // jest wraps both for each file; without this the wrappers would accumulate.
    globalThis.console = this.ofProcess.console;
    process.exit = this.ofProcess.exit;
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  getVmContext(): null {
    return null;
  }
}
