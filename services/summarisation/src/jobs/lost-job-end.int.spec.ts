import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { AUTO, SummarisationWorld, VIDEO } from '../testing/summarisation-world.js';
import { CreateJob } from './create-job.usecase.js';
import { JobRunner } from './job-runner.js';
import type { NewJob } from './jobs.repository.js';

let world: SummarisationWorld;
beforeAll(async () => void (world = await SummarisationWorld.open()));
afterAll(() => world?.close());

const ANN = randomUUID();
const wanted = (videoId = VIDEO): NewJob => ({
  callId: randomUUID(),
  accountId: ANN,
  attempt: 1,
  videoId,
  parameters: AUTO,
  correlationId: 'request-1',
});
const rowOf = async ({ callId }: NewJob) =>
  (await world.database.query('SELECT * FROM jobs WHERE call_id = $1', [callId]))[0];

describe('a job whose end could not be stored', () => {
  it('is taken again when its lease is over, also by a process that works on other jobs all the time', async () => {
    const { app } = await world.process();
    const [create, runner] = [app.get(CreateJob, { strict: false }), app.get(JobRunner, { strict: false })];
    const job = wanted();
    // A sequence counts the cut attempts, because it survives their rollback.
    await world.database.query('CREATE SEQUENCE cuts');
    await world.database.query(
      `CREATE FUNCTION cut_end() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM nextval('cuts'); RAISE EXCEPTION 'cut off'; END $$`,
    );
    await world.database.query(
      `CREATE TRIGGER cut BEFORE UPDATE ON jobs FOR EACH ROW
       WHEN (NEW.call_id = '${job.callId}' AND NEW.state <> 'running') EXECUTE FUNCTION cut_end()`,
    );
    const hold = Promise.withResolvers<void>();
    await create.execute(job);
    await eventually('neither its end nor its return to the queue is stored', async () => {
      const [{ last_value: cuts }] = await world.database.query('SELECT last_value FROM cuts');
      return Number(cuts) >= 2;
    });
    world.source.gate = hold.promise;
    const other = wanted('bbbbbbbbbbb');
    await create.execute(other);
    await eventually('the other job is in hand', async () => (await rowOf(other)).state === 'running');
    await world.database.query(`UPDATE jobs SET held_until = now() - interval '1 s' WHERE call_id = $1`, [job.callId]);
    await world.database.query('DROP TRIGGER cut ON jobs');
    await eventually('its end is stored', async () => {
      await runner.execute();
      return (await rowOf(job)).state === 'completed';
    });
    expect((await rowOf(job)).tries).toBe(2);
    expect((await rowOf(other)).state).toBe('running');
    hold.resolve();
    await eventually('the other job ends', async () => (await rowOf(other)).state === 'completed');
  });
});
