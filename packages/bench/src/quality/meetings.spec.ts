import { asSegments, meetingsOf, turnsIn } from './meetings.js';

const LINE = JSON.stringify({
  meeting_transcripts: [
    { content: "I 'm fine , too . {vocalsound} We do n't know ." },
    { content: '{cough} .' },
    { content: 'Two words' },
  ],
  general_query_list: [{ answer: 'They were fine.' }],
});

describe('the meetings of the corpus', () => {
  const [meeting] = meetingsOf(`${LINE}\n`);

  it('are normal written text, without the marks of the corpus', () => {
    expect(turnsIn(meeting, 'punctuated')[0]).toBe("I'm fine, too. We don't know.");
    expect(meeting.references).toEqual(['They were fine.']);
  });

  it('lose capitals and punctuation where they represent automatic captions, and turns of nothing else', () => {
    expect(turnsIn(meeting, 'spoken')).toEqual(["i'm fine too we don't know", 'two words']);
  });

  it('become lines that follow each other without a pause, each a new speaker', () => {
    expect(asSegments(['one two', 'three'])).toEqual([
      { startMs: 0, durationMs: 800, text: '>> one two' },
      { startMs: 800, durationMs: 400, text: '>> three' },
    ]);
  });
});
