import { captionLines } from '../youtube/caption-formats.js';
import { spokenTexts } from './spoken-captions.js';

/** The spoken words of captions, each given as its source writes it. */
const spoken = (...captions: string[]) => spokenTexts(captions.map((text) => ({ lines: captionLines(text) })));

describe('the label of a speaker (VID-17)', () => {
  it.each([
    ['[SPEAKER_00]: ', '[SPEAKER_01]: '],
    ['[SPEAKER_00] ', 'SPEAKER_01: '],
    ['SPEAKER_01:\n', 'SPEAKER_02:\n'],
    ['SPEAKER_00 ', 'SPEAKER_01 '],
    ['(speaker 0) ', '(speaker 1) '],
    ['(Speaker 1): ', '(Speaker 2): '],
    ['Speaker 1: ', 'Speaker B: '],
    ['Speaker 1:\n', 'Speaker 2:\n'],
    ['<v Ann Keeper>', '<v Bob Miller>'],
    ['<v.first.loud Ann>', '<v.second Bob>'],
    ['MAN: ', 'WOMAN #2: '],
    ['>> MAN: ', '>> WOMAN: '],
    ['>> ', '>>> '],
    ['[Music] MAN: ', '(door creaks) WOMAN: '],
    ['Man: (laughs) ', 'Woman: [sighs] '],
    ['- ', '- '],
    ['-', '-'],
    ['– ', '— '],
    ['[Ann Keeper]: ', '[Bob Miller]: '],
    ['Sprecherin 1: ', 'Intervenant 2 : '],
    ['Спикер 1: ', 'Спикер 2: '],
    ['发言人1：', '发言人2：'],
    ['話者1: ', '話者2: '],
    ['（田中）', '（鈴木）'],
    ['男：', '女：'],
    ['Unknown Speaker: ', 'Speaker 2: '],
    ['(speaker ?) ', '(speaker 1) '],
    ['<Speaker 1> ', '<Speaker 2> '],
    ['Speaker 1 (00:01):\n', 'Speaker 2 (00:05):\n'],
    ['MAN:', 'WOMAN:'],
    ['(man on TV) ', '(woman) '],
    ['[both] ', '[man] '],
    ['\u200e- ', '\u202b- '],
    ['≫', '－'],
    ['דובר 1: ', 'वक्ता 2: '],
  ])('%j is not a word, and begins a turn', (first, second) => {
    expect(spoken(`${first}The pond is full.`, `${second}Open the gate.`)).toEqual([
      'The pond is full.',
      '>> Open the gate.',
    ]);
  });

  it.each([
    ['Ann Keeper: ', 'Bob Miller: '],
    ['Ann: ', 'Bob: '],
    ['Ann Keeper (she/her): ', 'Bob Miller (he/him): '],
    ['Dr. Lee: ', 'J. van der Berg: '],
    ['[Ann] ', '[Bob] '],
    ['ANN [on radio]: ', 'BOB (on phone): '],
    ['Ann [00:00:01]: ', 'Bob [00:00:05]: '],
    ['[00:00:01] Ann: ', '[00:00:05] Bob: '],
    ['(sighs) ANN: ', '(laughs) BOB: '],
    ['ANN:', 'REP. MILLER: '],
    ['[기자]\n', '[앵커]\n'],
    ['\u200fأحمد: ', '\u202bسارة: '],
    ['(Ann) ', '(Bob) '],
    ['ann.keeper: ', 'bob_miller: '],
    ['Q: ', 'A: '],
    ['JOHN SMITH: ', 'PROF. LEE: '],
    ['Zoë Ångström: ', 'Łukasz: '],
    ['田中：', '鈴木：'],
    ['Анна: ', 'Иван Петров: '],
    ['철수: ', '영희: '],
  ])('that is a name, %j, is recognised if it recurs', (first, second) => {
    const captions = ['The pond is full.', 'Open the gate.', 'It is open.', 'Good.'];
    expect(spoken(...captions.map((text, at) => (at % 2 === 0 ? first : second) + text))).toEqual([
      'The pond is full.',
      '>> Open the gate.',
      '>> It is open.',
      '>> Good.',
    ]);
  });

  it('may stand alone, in the middle of a line, or above several captions', () => {
    expect(spoken('SPEAKER_01:', 'The pond is full.', 'It is deep.', 'SPEAKER_02:', 'Open the gate.')).toEqual([
      '',
      'The pond is full.',
      'It is deep.',
      '',
      '>> Open the gate.',
    ]);
    expect(spoken('[SPEAKER_00]: It is full. [SPEAKER_01]: Open it.', 'Speaker 1: Now? Speaker 2: Yes.')).toEqual([
      'It is full. >> Open it.',
      '>> Now? >> Yes.',
    ]);
    expect(spoken('>> It is full. >> JOHN: Open it.', '- Are you ready? - Yes.\n- Good.')).toEqual([
      'It is full. >> Open it.',
      '>> Are you ready? >> Yes. >> Good.',
    ]);
  });

  it('that occurs only once is recognised if most captions begin with such a label', () => {
    expect(spoken('Ann Keeper: The pond is full.', 'Bob Miller: Open it.')).toEqual([
      'The pond is full.',
      '>> Open it.',
    ]);
    expect(spoken('ANN: It is full.\nBOB: Open it.')).toEqual(['It is full. >> Open it.']);
    expect(spoken('-It is full. -Open it.')).toEqual(['It is full. >> Open it.']);
  });

  it('of the current speaker does not begin a new turn', () => {
    expect(spoken('<v Ann>The water has only', '<v Ann>one way out.', '<v Bob>Under the wheel.')).toEqual([
      'The water has only',
      'one way out.',
      '>> Under the wheel.',
    ]);
  });

  it.each([
    'Note: this pond is deep.',
    'Step one: fill the pond.',
    'At 3:00 the gate opens.',
    '3:00 is when the gate opens.',
    'John 3:16 is about love.',
    'He said: open the gate.',
    'The rule is simple: open the gate.',
    'https://a.example is our site.',
    'Ingredients: water and salt.',
    'The man: he is old.',
    'Man: a strange animal',
    'Host: a computer of a network',
    'Re:Zero is a story.',
    'a well-known mill, and - as they say - an old one',
    '-5 degrees and falling',
    '—and so the gate opens',
    '注意：ここは深いです。',
  ])('is not recognised at the beginning of %j', (text) => {
    expect(spoken(text, 'And so on.')).toEqual([text, 'And so on.']);
  });

  it('is not recognised in a word that begins many sentences', () => {
    const captions = [
      'Note: it is deep.',
      'The gate opens.',
      'Note: it is cold.',
      'The wheel turns.',
      'Step one: go.',
      'Step two: stay.',
    ];
    expect(spoken(...captions)).toEqual(captions);
    const asked = [
      'Remember: it is deep.',
      'We go on.',
      'We go on and on.',
      'Remember: it is cold.',
      'And on.',
      'And so on.',
      'End.',
    ];
    expect(spoken(...asked)).toEqual(asked);
  });
});

describe('a sound that a caption describes (VID-16)', () => {
  it.each([
    '[Music]',
    '[music playing softly in the background]',
    '[ __ ]',
    '[Musik]',
    '[拍手]',
    '【拍手】',
    '（笑）',
    '（拍手）',
    '(拍手)',
    '（ドアの音）',
    '♪♪',
    '♪ ♪',
    '♫ (soft music) ♫',
    '(DOOR CREAKS)',
    '(audience laughing)',
    '(bell rings)',
    '(soft music)',
    '(groaning)',
    '(laughs)',
    '(sighs heavily)',
    '(upbeat music continues)',
    '(dog barking in distance)',
    '(speaking in French)',
    '(indistinct chatter)',
    '(applause)',
    '*music plays*',
    '*laughs*',
    '*DOOR SLAMS*',
    '(Gelächter)',
    '(lacht)',
    '(risas)',
    '(rires)',
    '(applaudissements)',
    '(смех)',
    '(аплодисменты)',
    '(music)',
    '（掌声）',
    '(박수)',
    '(wheel turning)',
    '(crowd cheers and applauds)',
    '[SOUND OF WATER]',
    '- [Music]',
    '>> [Applause]',
    '[upbeat\nmusic]',
    '(audience\nlaughing)',
    '[Music].',
    '(phone ringing)',
    '(clears throat)',
    '(inaudible)',
    '[♪♪♪]',
    '(muffled speech)',
    '(long pause)',
    '(bleep)',
    '(Er seufzt)',
    '(Elle rit)',
    '(Tür knallt)',
    '* Musik *',
    '♪～',
    '（ＢＧＭ）',
    '(BGM)',
    '[00:12:01]',
  ])('%j is not a word', (note) => {
    expect(spoken(note, 'The gate opens.').at(0)).toBe('');
    const [with1] = spoken(`${note} The gate opens and the water runs.`, 'And so on.');
    expect(with1.replace(/^>> /, '')).toBe('The gate opens and the water runs.');
  });

  it.each([
    ['He stopped (laughs) and went on.', 'He stopped and went on.'],
    ['He stopped (laughs), and went on.', 'He stopped, and went on.'],
    ['He left. (door slams) She stayed.', 'He left. She stayed.'],
    ['He left [pause] and came back.', 'He left and came back.'],
    ['それは面白い（笑）と言いました。', 'それは面白いと言いました。'],
    ['♪ Row, row, row your boat ♪', 'Row, row, row your boat'],
    ['# Row your boat #', 'Row your boat'],
    ['[Music]and so it goes.', 'and so it goes.'],
    ['It ends [no sound] here.', 'It ends here.'],
    ['It plays *music plays* all day.', 'It plays all day.'],
  ])('is removed from %j', (text, left) => {
    expect(spoken(text, 'And so on.')).toEqual([left, 'And so on.']);
  });

  it.each([
    'We open the gate (the second one) and wait.',
    'We open the gate\n(the second one)\nand wait.',
    '(the second one) opens.',
    'The music of Bach (the late works) is played.',
    'The agency (NASA) said so.',
    'It is one genre (rock music) of many.',
    'It is old (about 200 years) and big.',
    'He was ill (I was coughing all night) and left.',
    'Take both (boats and barges) at once.',
    'The human (a single book) is right.',
    'It is *very* important and 2 * 3 * 4.',
    'Write a[0] and b[i] = f(x).',
    '東京（二つ目の方）に行きます。',
    'f(x) = (a + b)',
    'They meet (in the north) every year.',
    'It rains (see page 4) a lot.',
    'It lies in [0, 1] always.',
    'As shown in [12], it works.',
    '[1] is the reference.',
    'He [the miller] opened it.',
    'He said [it] was fine.',
    'There is [no] evidence for it.',
    'Smoking is [never] allowed.',
    'Il n’est [pas] là.',
    'It is [im]possible.',
    '[T]he miller opened it.',
    'Write print(music) and play(sound).',
    'B♭ is lower than F♯.',
  ])('is not recognised in %j', (text) => {
    expect(spoken(text, 'And so on.')).toEqual([text.replaceAll('\n', ' '), 'And so on.']);
  });

  it.each(['(cow moos)', '(zap)', '* Telefon *', '(يضحك)', '(צוחק)', '(तालियाँ)', '(Gülüyor)', '（电话铃响）'])(
    'is recognised in a short note that is a whole caption, in any language: %j',
    (note) => {
      expect(spoken(note, 'The gate opens.')).toEqual(['', 'The gate opens.']);
    },
  );

  it.each(['(Actually, no.)', '(どうしよう)', '(twice a day)', '(It rings true.)', 'a ≫ b'])(
    'is not recognised in %j, although it is a whole caption',
    (text) => {
      expect(spoken(text, 'The gate opens.')).toEqual([text, 'The gate opens.']);
    },
  );

  it('is recognised by its words if all captions are in capitals', () => {
    expect(spoken('(DOOR CREAKS) THE GATE (THE SECOND ONE) OPENS.', 'THE WATER RUNS.')).toEqual([
      'THE GATE (THE SECOND ONE) OPENS.',
      'THE WATER RUNS.',
    ]);
  });
});
