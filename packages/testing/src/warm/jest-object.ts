import type { ModernFakeTimers } from '@jest/fake-timers';
import type { ModuleMocker } from 'jest-mock';

/** The originals of spied functions, so that a spy that still exists after its file can be named. */
export type Spies = { object: object; key: PropertyKey; original: unknown }[];

const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The global `jest` of a test file, without the functions that need jest's own module registry. */
export function jestObject(mocker: ModuleMocker, timers: ModernFakeTimers, spies: Spies): object {
  return {
    fn: mocker.fn.bind(mocker),
    spyOn: (object: Record<PropertyKey, unknown>, key: string, access?: 'get') => {
      spies.push({ object, key, original: Object.getOwnPropertyDescriptor(object, key)?.value });
      return mocker.spyOn(object as never, key as never, access as never);
    },
    replaceProperty: mocker.replaceProperty.bind(mocker),
    isMockFunction: mocker.isMockFunction.bind(mocker),
    clearAllMocks: () => mocker.clearAllMocks(),
    resetAllMocks: () => mocker.resetAllMocks(),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    setTimeout: (timeoutMs: number) => void ((globalThis as Record<symbol, unknown>)[TIMEOUT] = timeoutMs),
    useFakeTimers: (config?: Parameters<ModernFakeTimers['useFakeTimers']>[0]) => timers.useFakeTimers(config),
    useRealTimers: () => timers.useRealTimers(),
    setSystemTime: (now?: number | Date) => timers.setSystemTime(now),
    advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
    runAllTimers: () => timers.runAllTimers(),
    runAllTimersAsync: () => timers.runAllTimersAsync(),
    getTimerCount: () => timers.getTimerCount(),
  };
}
