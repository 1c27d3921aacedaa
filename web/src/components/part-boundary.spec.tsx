import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { browser } from '../lib/browser';
import { PartBoundary } from './part-boundary';

const quiet = { onCaughtError: () => undefined };
const retry = async () => userEvent.click(await screen.findByRole('button', { name: 'Try again' }));

describe('a part of a page', () => {
  it('that crashed can be retried in place', async () => {
    let isBroken = true;
    const Part = () => {
      if (isBroken) throw new Error('broken');
      return <p>whole</p>;
    };
    const reload = jest.spyOn(browser, 'reload').mockReturnValue();
    render(<PartBoundary children={<Part />} />, quiet);
    isBroken = false;
    await retry();
    expect(screen.getByText('whole')).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
  });

  it('whose file is gone since a deployment is loaded with a new document', async () => {
    const gone = new TypeError(
      'Failed to fetch dynamically imported module: https://precis.example/assets/usage-1a.js',
    );
    const Part = lazy(() => Promise.reject<{ default: () => null }>(gone));
    const reload = jest.spyOn(browser, 'reload').mockReturnValue();
    render(
      <PartBoundary>
        <Suspense fallback={null}>
          <Part />
        </Suspense>
      </PartBoundary>,
      quiet,
    );
    await retry();
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
