import { fileName, type FileKind, type FileSource, summaryFile } from './summary-files';

/** Hands the browser a file of a summary. */
export function saveSummary(kind: FileKind, summary: FileSource): void {
  const type = { md: 'text/markdown', txt: 'text/plain', srt: 'application/x-subrip' }[kind];
  const address = URL.createObjectURL(new Blob([summaryFile(kind, summary)], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(kind, summary);
  link.click();
  // The browser has taken the data when the click returns to the event loop.
  window.setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
