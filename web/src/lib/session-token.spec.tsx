import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPage } from '../testing/open-page';
import { dropSessionToken, keepSessionToken, sessionToken } from './session-token';

describe('a browser that forbids storage', () => {
  let restore: (() => void)[];
  beforeEach(() => {
    restore = (['getItem', 'setItem', 'removeItem'] as const).map((name) => {
      const forbidden = jest.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('Forbidden', 'SecurityError');
      });
      return () => forbidden.mockRestore();
    });
  });
  afterEach(() => restore.forEach((one) => one()));

  it('still shows pages to visitors (WEB-6)', async () => {
    await openPage('/login');
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy();
  });

  it('keeps its session until the document is closed (WEB-6)', () => {
    keepSessionToken('a.b.c');
    expect(sessionToken()).toBe('a.b.c');
    dropSessionToken();
    expect(sessionToken()).toBeNull();
  });
});
