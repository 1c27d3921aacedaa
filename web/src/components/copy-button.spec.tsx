import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { COPIED_MS, CopyButton } from './copy-button';

/** The clipboard as far as the button uses it. */
function clipboardThat(writeText: () => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
}
const button = () => screen.getByRole<HTMLButtonElement>('button');

describe('a button that copies', () => {
  afterEach(() => jest.useRealTimers());

  it('confirms the last copy for 2 s, also when another copy came just before (WEB-24)', async () => {
    userEvent.setup();
    render(<CopyButton text="prc_" label="Copy" />);
    const button = screen.getByRole('button');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    const copy = () =>
      act(async () => {
        fireEvent.click(button);
        await jest.advanceTimersByTimeAsync(0);
      });
    await copy();
    expect(button.textContent).toBe('Copied');
    await act(() => jest.advanceTimersByTimeAsync(COPIED_MS - 500));
    await copy();
    await act(() => jest.advanceTimersByTimeAsync(COPIED_MS - 1));
    expect(button.textContent).toBe('Copied');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(button.textContent).toBe('Copy');
  });

  it('is disabled while it copies (WEB-29)', async () => {
    let done = (): void => undefined;
    clipboardThat(() => new Promise<void>((resolve) => (done = resolve)));
    render(<CopyButton text="MARA" label="Copy code" />);
    fireEvent.click(button());
    expect(button().disabled).toBe(true);
    await act(async () => {
      done();
      await Promise.resolve();
    });
    expect(button().disabled).toBe(false);
    expect(button().textContent).toBe('Copied');
  });

  it('can be pressed again after a copy that failed (WEB-29)', async () => {
    clipboardThat(() => Promise.reject(new Error('no')));
    const failed = jest.fn();
    render(<CopyButton text="MARA" label="Copy code" onFailed={failed} />);
    fireEvent.click(button());
    await waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
    expect(button().disabled).toBe(false);
    expect(button().textContent).toBe('Copy code');
  });
});
