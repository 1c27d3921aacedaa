import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openPage } from '../../testing/open-page';

describe.each(['/terms', '/privacy'])('%s', (path) => {
  it('was last updated in December 2024 and has Return to Home (WEB-30)', async () => {
    await openPage(path);
    expect(await screen.findByText('Last updated: December 2024')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  });

  it('has contents whose entries lead to its parts (WEB-30)', async () => {
    const { container } = await openPage(path);
    await screen.findByText('Last updated: December 2024');
    const links = [...container.querySelectorAll<HTMLAnchorElement>('nav[aria-label=Contents] a')];
    expect(links.length).toBeGreaterThan(6);
    for (const link of links) {
      expect(container.querySelector(link.getAttribute('href')!)?.textContent).toContain(link.textContent);
    }
  });
});

describe('an address that names a part of a page', () => {
  // jsdom has no layout, so it never scrolls.
  const scrolledTo = jest.fn<(this: Element) => void>();
  beforeAll(() => {
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolledTo.call(this);
    };
  });

  it.each([
    ['/terms#refunds', 'refunds'],
    ['/docs?tab=limits#burst', 'burst'],
  ])('%s scrolls there when the page is loaded (WEB-22, WEB-30)', async (path, id) => {
    scrolledTo.mockClear();
    await openPage(path);
    await waitFor(() => expect(scrolledTo).toHaveBeenCalledTimes(1));
    expect((scrolledTo.mock.contexts[0] as Element).id).toBe(id);
  });
});

describe('the terms', () => {
  it.each([
    'Annual plans can be refunded within 30 days.',
    'Liability is limited to amounts paid in the preceding 12 months.',
    'Payments go through a card payment provider, billed monthly or annually.',
    'You pay for a term once. It does not renew automatically.',
  ])('say: %s (WEB-30)', async (sentence) => {
    await openPage('/terms');
    expect(await screen.findByText((text) => text.includes(sentence))).toBeTruthy();
  });
});

describe('the privacy policy', () => {
  it.each([
    'Usage logs are kept 12 months.',
    'Summaries are kept until 30 days after the last day on which they were delivered. Then they are deleted.',
    'A job and an item of a batch keep its words until they end.',
    'Sessions: when, from which browser and from which network address you signed in',
    'The activity of your account is kept 12 months too.',
    'The log of what our operators did is kept 24 months.',
    'Privacy inquiries are answered within 30 days.',
    'not for children under 13.',
  ])('says: %s (WEB-30, DATA-1, DATA-3, DATA-5, DATA-7, DATA-11, DATA-12)', async (sentence) => {
    await openPage('/privacy');
    expect(await screen.findByText((text) => text.includes(sentence))).toBeTruthy();
  });
});
