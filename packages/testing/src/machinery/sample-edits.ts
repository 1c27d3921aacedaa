import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../structure/repository-files.js';

/** The new files of a service that is added, and its edits of existing ones. */
export const SAMPLE_TEMPLATE = join(ROOT, 'packages/testing/sample-template');

/** Lines that are inserted after or before a line that occurs once in a file. */
interface Edit {
  behind?: string;
  ahead?: string;
  add: string[];
}

/** The files that the sample service changes, with the text of each after its edits. Throws when the line of an edit does not occur exactly once. */
export function editedFiles(read: (path: string) => string): [path: string, text: string][] {
  const edits = JSON.parse(readFileSync(join(SAMPLE_TEMPLATE, 'edits.json'), 'utf8')) as Record<string, Edit[]>;
  return Object.entries(edits).map(([path, changes]) => [
    path,
    changes.reduce((text, change) => withEdit(path, text, change), read(path)),
  ]);
}

function withEdit(path: string, text: string, { behind, ahead, add }: Edit): string {
  const line = `\n${behind ?? ahead}\n`;
  const at = text.indexOf(line);
  if (at < 0 || text.includes(line, at + 1)) throw new Error(`${path} has not once the line: ${line.trim()}`);
  const place = ahead === undefined ? at + line.length : at + 1;
  return `${text.slice(0, place)}${add.join('\n')}\n${text.slice(place)}`;
}
