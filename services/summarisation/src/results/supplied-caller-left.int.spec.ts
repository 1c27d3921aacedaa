import { eventually } from '@precis/testing/eventually';
import { setTimeout as wait } from 'node:timers/promises';
import { ModelEndpoint } from '../testing/model-endpoint.js';
import { ACCOUNT, AUTO, stays, SummarisationWorld } from '../testing/summarisation-world.js';
import { supplied } from '../testing/supplied-talk.js';
import { ComputingBudget } from '../work/computing-budget.js';
import { ResultsRepository } from './results.repository.js';
import { SummariseSupplied } from './summarise-supplied.usecase.js';

let world: SummarisationWorld;
let endpoint: ModelEndpoint;
beforeAll(async () => {
  world = await SummarisationWorld.open();
  endpoint = await ModelEndpoint.start();
});
afterAll(async () => {
  await endpoint.close();
  await world.close();
});
beforeEach(() => world.empty());
afterEach(() => jest.restoreAllMocks());

const started = async (settings = {}) => {
  const process = await world.process(settings);
  const ask = (caller = stays()) =>
    process.app.get(SummariseSupplied, { strict: false }).execute(supplied(), AUTO, ACCOUNT, caller);
  return { ...process, ask };
};

describe('a summary of a supplied transcript whose caller left (SUM-10)', () => {
  it('is not stored when its caller has left', async () => {
    const gate = Promise.withResolvers<void>();
    world.engine.gate = gate.promise;
    const { ask } = await started();
    const leaving = new AbortController();
    const left = ask(leaving.signal);
    await eventually('its turn', () => world.engine.calls === 1);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'timed_out' });
    gate.resolve();
    // The place of the caller that left is free again.
    await ask();
    await expect(world.results()).resolves.toBe(1);
  });

  it('is deleted when its caller left while it was stored (SUM-24)', async () => {
    const { ask } = await started();
    const leaving = new AbortController();
    const store = ResultsRepository.prototype.storeOwn;
    const stored = jest.spyOn(ResultsRepository.prototype, 'storeOwn').mockImplementation(async function (
      this: ResultsRepository,
      ...parts
    ) {
      leaving.abort();
      return store.apply(this, parts);
    });
    await expect(ask(leaving.signal)).rejects.toMatchObject({ code: 'timed_out' });
    expect(stored).toHaveBeenCalledTimes(1);
    await stored.mock.results[0].value;
    await eventually('the end of the result', async () => (await world.results()) === 0);
    for (const table of ['result_evidence', 'result_owners'])
      await expect(world.database.query(`SELECT FROM ${table}`)).resolves.toEqual([]);
  });

  it('is deleted when the turn of its engine ended while it was stored, and the next engine made another (SUM-24)', async () => {
    endpoint.reset();
    const model = { OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'sim-secret-key', OPENAI_TIMEOUT_MS: 2_000 };
    const process = await world.process(model, 'threads');
    const store = ResultsRepository.prototype.storeOwn;
    const stored = jest.spyOn(ResultsRepository.prototype, 'storeOwn').mockImplementation(async function (
      this: ResultsRepository,
      ...parts
    ) {
      if (stored.mock.calls.length === 1) await eventually('the next engine', () => stored.mock.calls.length === 2);
      return store.apply(this, parts);
    });
    const use = process.app.get(SummariseSupplied, { strict: false });
    await expect(use.execute(supplied(), AUTO, ACCOUNT, stays())).resolves.toMatchObject({ engine: 'extractive' });
    await stored.mock.results[0].value;
    await eventually('the end of the other result', async () => (await world.results()) === 1);
  });

  it('is not stored when its caller was refused after a long wait', async () => {
    const gate = Promise.withResolvers<void>();
    world.engine.gate = gate.promise;
    const { ask } = await started({ SUMMARY_TIMEOUT_MS: 54_321 });
    // The caller's limit, and that of the summary itself, which continues.
    const limits: AbortController[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      if (ms !== 54_321) return timeout(ms);
      return limits[limits.push(new AbortController()) - 1].signal;
    });
    const refused = ask();
    await eventually('its turn', () => world.engine.calls === 1);
    expect(limits).toHaveLength(2);
    limits[0].abort();
    await expect(refused).rejects.toMatchObject({ code: 'timed_out' });
    gate.resolve();
    await ask();
    await expect(world.results()).resolves.toBe(1);
  });

  it('stops the model call of a caller that has left, and costs no further one', async () => {
    endpoint.behaviour = () => undefined;
    const model = { OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'sim-secret-key', OPENAI_TIMEOUT_MS: 3_000 };
    const process = await world.process(model, 'threads');
    const ask = (caller = stays()) =>
      process.app.get(SummariseSupplied, { strict: false }).execute(supplied(), AUTO, ACCOUNT, caller);
    const leaving = new AbortController();
    const left = ask(leaving.signal);
    await eventually('the call of the model', () => endpoint.underWay === 1);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'timed_out' });
    await eventually('its end', () => endpoint.underWay === 0, 1_000);
    // The place of the caller that left is free again.
    await expect(ask()).resolves.toMatchObject({ engine: 'extractive' });
    await expect(world.results()).resolves.toBe(1);
  });

  it('costs the time of reading and computing, including what continues afterwards', async () => {
    const { ask, app } = await started({ ENGINE_LOST_SECONDS_PER_HOUR: 1 });
    const gate = Promise.withResolvers<void>();
    world.engine.gate = gate.promise;
    const leaving = new AbortController();
    const left = ask(leaving.signal);
    await eventually('its turn', () => world.engine.calls === 1);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'timed_out' });
    const computing = app.get(ComputingBudget, { strict: false });
    expect(() => computing.admit(ACCOUNT)).not.toThrow();
    await wait(1_100);
    gate.resolve();
    await eventually('the cost of the computation after its caller left', () => {
      try {
        computing.admit(ACCOUNT);
        return false;
      } catch {
        return true;
      }
    });
  });
});
