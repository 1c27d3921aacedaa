import { screen, waitFor } from '@testing-library/react';
import { answers } from '../../../testing/gateway';

/** The dashboard's own figures are not what the account's tests are about. */
export function dashboardIsAway(): void {
  for (const part of ['subscription/my-plan', 'usage/summary', 'usage/clients'])
    answers(`GET /api/${part}`, { status: 503, error: 'Away' });
}

/** Waits until /dashboard is open and has told that its figures are away. */
export async function atDashboard(path: () => string): Promise<void> {
  await waitFor(() => expect(path()).toBe('/dashboard'));
  await screen.findByText('Failed to load usage summary');
}
