import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles, ROOT } from './repository-files.js';

/** Turns of phrase that readers stumbled over, and what says it plainly. Written in pieces, since this file is looked at as well. */
const RIDDLES: [RegExp, string][] = [
  [new RegExp('\\bis ' + 'told\\b', 'i'), 'say who says it: "the answer names ...", "gets ..."'],
  [new RegExp('\\baccu' + 's(e|es|ed|ing|ation)\\b', 'i'), 'report, note'],
  [new RegExp('\\bwould ' + 'else\\b', 'i'), 'otherwise ... would'],
  [new RegExp('\\boff' + 'ice\\b', 'i'), 'the lock, the lead'],
];
/** What speakers of the demo videos say is theirs. */
const SPOKEN = /\/demo\/data\//;

function riddlesIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      RIDDLES.filter(([words]) => words.test(line)).map(
        ([words, plain]) => `${index + 1}: ${words.source} -> ${plain}`,
      ),
    );
}

describe('documents and comments', () => {
  it('speak plain English', () => {
    const files = repositoryFiles(/^(?!proto\/gen\/).*\.(md|ts|tsx|mjs|cjs|proto)$/).filter(
      (path) => !SPOKEN.test(path),
    );
    expect(files.length).toBeGreaterThan(700);
    expect(
      files.flatMap((path) => riddlesIn(readFileSync(join(ROOT, path), 'utf8')).map((riddle) => `${path}:${riddle}`)),
    ).toEqual([]);
  });

  it.each(['the limit is ' + 'told', 'it would ' + 'else stay', 'loses its off' + 'ice', 'Accu' + 'ses nobody'])(
    'are caught when they say: %s',
    (line) => {
      expect(riddlesIn(`one\n${line}`)).toHaveLength(1);
    },
  );

  it.each(['is retold', 'who is it told by', 'officer', 'she would not, else'])('may say: %s', (line) => {
    expect(riddlesIn(line)).toEqual([]);
  });
});
