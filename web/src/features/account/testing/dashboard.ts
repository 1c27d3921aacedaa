import { screen, waitFor } from '@testing-library/react';
import { answers } from '../../../testing/gateway';

/** Fails the dashboard's own calls, because the account's tests do not need its figures. */
export function dashboardIsAway(): void {
  for (const part of ['subscription/my-plan', 'usage/summary', 'usage/clients'])
    answers(`GET /api/${part}`, { status: 503, error: 'Away' });
}

/** Waits until /dashboard is open and shows that its figures are unavailable. */
export async function atDashboard(path: () => string): Promise<void> {
  await waitFor(() => expect(path()).toBe('/dashboard'));
  await screen.findByText('Failed to load usage summary');
}
