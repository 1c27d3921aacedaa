import { ACCOUNT, AUTO, stays, SummarisationWorld, VIDEO } from '../testing/summarisation-world.js';

let world: SummarisationWorld;
beforeAll(async () => void (world = await SummarisationWorld.open()));
afterAll(() => world.close());
beforeEach(() => world.empty());

const made = async () => (await world.process()).summariseVideo.execute(VIDEO, AUTO, ACCOUNT, stays());
const evidenceRows = async () =>
  (await world.database.query<{ count: number }[]>('SELECT count(*)::int AS count FROM result_evidence'))[0].count;

describe('the evidence of a result (SUM-11)', () => {
  it('shows the spoken words for each sentence, even after the transcript is deleted', async () => {
    const { resultRef, sentences } = await made();
    world.clock.days(2);
    await (await world.process()).forgetExpired.execute();
    await expect(world.database.query('SELECT 1 FROM transcripts')).resolves.toEqual([]);
    const checked = await (await world.process()).verifyResult.execute(resultRef);
    expect(checked.checkedAtMs).toBe(world.clock.now().getTime());
    expect(checked.sentences.map(({ sentence }) => sentence)).toEqual(sentences);
    for (const { sentence, reasons, evidence } of checked.sentences) {
      expect(reasons).toEqual([]);
      // A sentence begins with a capital where a lead-in ("So the ...") was left out.
      expect(evidence.toLowerCase()).toContain(sentence?.text.replace(/\.$/, '').toLowerCase());
      expect(evidence.length).toBeLessThanOrEqual(1_000);
    }
  });

  it('is judged again at each request: a sentence without support has its reasons', async () => {
    const { resultRef } = await made();
    await world.database.query('ALTER TABLE result_evidence DISABLE TRIGGER result_evidence_immutable');
    await world.database.query(
      `UPDATE result_evidence SET evidence = jsonb_set(evidence, '{sentences,0}', '{"startMs":0,"endMs":9000,"before":"","text":"Something else was said","after":""}')`,
    );
    await world.database.query('ALTER TABLE result_evidence ENABLE TRIGGER result_evidence_immutable');
    const { sentences } = await (await world.process()).verifyResult.execute(resultRef);
    expect(sentences[0].reasons).toContain('words_not_said');
    expect(sentences.slice(1).flatMap(({ reasons }) => reasons)).toEqual([]);
  });

  it('never changes, and is deleted with its result by the scheduled job', async () => {
    const { resultRef } = await made();
    await expect(world.database.query("UPDATE result_evidence SET evidence = '{}'")).rejects.toThrow('never changes');
    world.clock.days(30);
    await (await world.process()).forgetExpired.execute();
    await expect(evidenceRows()).resolves.toBe(1);
    world.clock.days(1);
    await expect((await world.process()).verifyResult.execute(resultRef)).rejects.toMatchObject({
      code: 'result_gone',
    });
    await (await world.process()).forgetExpired.execute();
    await expect(evidenceRows()).resolves.toBe(0);
  });

  it('is missing for results of earlier releases: not_found, evidence_gone', async () => {
    const { resultRef } = await made();
    await world.database.query('DELETE FROM result_evidence');
    await expect((await world.process()).verifyResult.execute(resultRef)).rejects.toMatchObject({
      kind: 'not_found',
      code: 'evidence_gone',
    });
    await expect((await world.process()).verifyResult.execute('nothing')).rejects.toMatchObject({
      code: 'result_gone',
    });
  });
});
