import { saveFile } from '../../lib/save-file';
import { fileName, type FileKind, type FileSource, summaryFile } from './summary-files';

const TYPES = { md: 'text/markdown', txt: 'text/plain', srt: 'application/x-subrip' };

/** Saves a summary as a file through the browser. */
export function saveSummary(kind: FileKind, summary: FileSource): void {
  saveFile(fileName(kind, summary), summaryFile(kind, summary), `${TYPES[kind]};charset=utf-8`);
}
