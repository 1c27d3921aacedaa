import { fireEvent, screen } from '@testing-library/react';
import {
  CSV_COLUMNS,
  csvEnd,
  csvRecord,
  genesisText,
  lineText,
  type StatementLine,
} from '@precis/statement/statement-line';
import { createHash } from 'node:crypto';
import { openPage } from '../../testing/open-page';

const ACCOUNT = '0123456789abcdef0123456789abcdef';
const MONTH = '2026-11';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function chainOf(count: number): StatementLine[] {
  let prev = sha256(genesisText(ACCOUNT, MONTH));
  return Array.from({ length: count }, (_, index) => {
    const line = {
      seq: index + 1,
      time: `2026-11-01T00:00:0${index}.000Z`,
      call: `call-${index}`,
      units: 1,
      kind: 'charge' as const,
      prev,
    };
    prev = sha256(lineText(line));
    return { ...line, hash: prev };
  });
}
const LINES = chainOf(5);
const SUMMARY = { account: ACCOUNT, month: MONTH, count: 5, units: 5, head: LINES[4].hash };
const fileOf = (lines: StatementLine[], summary = SUMMARY) => {
  const records = lines.map((line) => csvRecord(ACCOUNT, MONTH, line)).join('');
  const text = `${CSV_COLUMNS.join(',')}\r\n${records}${csvEnd(summary)}`;
  return new File([text], 'statement.csv', { type: 'text/csv' });
};
const input = () => screen.findByLabelText(/Drop a statement here/);

async function openWith(file: File) {
  const page = await openPage('/verify-statement');
  await page.user.upload(await input(), file);
  return page;
}

describe('verifying a statement (STAT-7)', () => {
  it('needs no login, and shows complete and unchanged with sum and head', async () => {
    await openWith(fileOf(LINES));
    expect(await screen.findByRole('heading', { name: 'Complete and unchanged' })).toBeTruthy();
    expect(screen.getByText('5 videos in 5 lines of 2026-11.')).toBeTruthy();
    expect(screen.getByText(SUMMARY.head)).toBeTruthy();
    expect(screen.getByText(ACCOUNT)).toBeTruthy();
  });

  it.each([
    ['changed', fileOf(LINES.map((line) => (line.seq === 3 ? { ...line, units: 2 } : line))), 'Line 3 is changed.'],
    ['deleted', fileOf(LINES.filter(({ seq }) => seq !== 2)), 'Line 2 is deleted.'],
    ['reordered', fileOf([0, 2, 1, 3, 4].map((at) => LINES[at])), 'Line 2 is out of order.'],
    ['cut', fileOf(LINES.slice(0, 3)), 'The end is cut: line 4 and all after it are missing.'],
    ['no statement', new File(['hello'], 'x.txt'), 'This file is not a statement.'],
  ])('names the first line at fault of one that is %s', async (_, file, text) => {
    await openWith(file);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('Complete and unchanged')).toBeNull();
  });

  it('names a cut tail by the number of lines that was mailed, which may be typed later', async () => {
    const short = LINES.slice(0, 3);
    const { user } = await openWith(fileOf(short, { ...SUMMARY, count: 3, units: 3, head: short[2].hash }));
    expect(await screen.findByText('Complete and unchanged')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Lines from your mail/), '5');
    expect(await screen.findByText('The end is cut: line 4 and all after it are missing.')).toBeTruthy();
  });

  it('does not accept a recomputed chain, and refuses a malformed head', async () => {
    const { user } = await openWith(fileOf(LINES));
    const head = screen.getByLabelText(/^Head from your mail/);
    await user.type(head, 'abc');
    expect(await screen.findByText('A head has 64 hex digits.')).toBeTruthy();
    fireEvent.change(head, { target: { value: 'f'.repeat(64) } });
    expect(await screen.findByText(/The chain was rewritten: line 5/)).toBeTruthy();
    fireEvent.change(head, { target: { value: ` ${SUMMARY.head.toUpperCase()} ` } });
    expect(await screen.findByText('Complete and unchanged')).toBeTruthy();
  });

  it('shows no verdict for a file that is not checked, because the typed head is malformed', async () => {
    const { user } = await openWith(fileOf(LINES));
    expect(await screen.findByText('Complete and unchanged')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Head from your mail/), 'abc');
    await user.upload(await input(), fileOf(LINES.slice(0, 3)));
    expect(screen.queryByText('Complete and unchanged')).toBeNull();
  });

  it('accepts a dropped file', async () => {
    await openPage('/verify-statement');
    const label = (await input()).closest('label')!;
    fireEvent.drop(label, { dataTransfer: { files: [fileOf(LINES)] } });
    expect(await screen.findByText('Complete and unchanged')).toBeTruthy();
  });
});
