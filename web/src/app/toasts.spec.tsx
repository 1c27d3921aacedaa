import { jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Root } from './root';
import { makeStore } from './store';
import { useToasts } from './toasts';

afterEach(() => jest.useRealTimers());

function Speaker() {
  const toasts = useToasts();
  return <button onClick={() => toasts.success('Done so far')}>Speak</button>;
}

describe('a toast', () => {
  it('is at the top right and disappears after 5 seconds (WEB-31)', async () => {
    jest.useFakeTimers();
    render(
      <Root store={makeStore()}>
        <Speaker />
      </Root>,
    );
    act(() => screen.getByRole('button').click());
    act(() => void jest.advanceTimersByTime(4_800));
    const toast = screen.getByText('Done so far');
    expect(toast.closest('[class*="topRight"]')).not.toBeNull();
    for (let tick = 0; tick < 20; tick++) act(() => void jest.advanceTimersByTime(100));
    jest.useRealTimers();
    await waitFor(() => expect(screen.queryByText('Done so far')).toBeNull());
  });
});
