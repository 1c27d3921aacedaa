import { render, screen, within } from '@testing-library/react';
import type { Summary } from './api';
import { Remarks } from './remarks';
import { lock } from './testing/playground-gateway';

const remarksOn = (parts: Partial<Summary>) => {
  render(<Remarks summary={{ ...(lock as unknown as Summary), ...parts }} />);
  const section = screen.queryByRole('region', { name: 'Notes on this summary' });
  return (
    section &&
    within(section)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  );
};
const order = (field: Summary['warnings'][number]['field'], start_seconds: number | null = null) => ({
  code: 'instruction_like_text',
  field,
  start_seconds,
  end_seconds: start_seconds === null ? null : start_seconds + 10,
});

describe('remarks', () => {
  it('lists below a summary what it does not follow, cover or support (WEB-27)', () => {
    expect(
      remarksOn({
        focus_reason: 'style',
        not_covered: [{ start_seconds: 600, end_seconds: 3_720 }],
        dropped_sentences: 2,
        warnings: [
          order('transcript', 65),
          order('transcript', 90),
          order('title'),
          order('chapters'),
          order('custom_prompt'),
        ],
      }),
    ).toEqual([
      'The focus asks for a writing style. This engine selects by subject only and did not follow it.',
      'The summary does not cover 10:00-1:02:00.',
      '2 sentences were left out: the captions do not support them.',
      'What is said at 1:05-1:15, 1:30-1:40 reads like instructions to a machine. It was not followed.',
      'The title reads like instructions to a machine. It was not followed.',
      'Chapter titles read like instructions to a machine. The chapters from the description are left out.',
      'A part of the focus reads like instructions to a machine. It was not followed.',
    ]);
  });

  it('names the first four places of many (WEB-27)', () => {
    expect(remarksOn({ warnings: [0, 20, 40, 60, 80, 100].map((second) => order('transcript', second)) })).toEqual([
      'What is said at 0:00-0:10, 0:20-0:30, 0:40-0:50, 1:00-1:10, and 2 more reads like instructions to a machine. It was not followed.',
    ]);
  });

  it('names cues of subtitles that could not be read (WEB-27)', () => {
    const detail = 'line 6: the end is before the start';
    const left = { code: 'cue_left_out', field: 'transcript' as const, start_seconds: null, end_seconds: null, detail };
    expect(remarksOn({ warnings: [left] })).toEqual([
      `Parts of the subtitles could not be read and were left out (${detail}).`,
    ]);
  });

  it('shows nothing below one that follows and covers all (WEB-27)', () => {
    expect(remarksOn({})).toBeNull();
  });

  it('shows nothing when the gateway has a release without remarks', () => {
    const { not_covered, dropped_sentences, warnings, ...older } = lock as unknown as Summary;
    expect([not_covered, dropped_sentences, warnings]).not.toContain(undefined);
    render(<Remarks summary={older as Summary} />);
    expect(screen.queryByRole('region', { name: 'Notes on this summary' })).toBeNull();
  });
});
