import { act, screen, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { gateway, info } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { lock, monthWith, summarises, WATCH } from './testing/playground-gateway';

async function summary(type = 'Auto') {
  monthWith(10);
  summarises();
  const page = await openPage('/playground', { signedIn: true });
  await page.user.type(await screen.findByLabelText('YouTube address'), WATCH);
  await page.user.click(screen.getByLabelText(type));
  await page.user.click(screen.getByRole('button', { name: 'Show Summary' }));
  const result = within(await screen.findByRole('article'));
  return { ...page, result };
}

const isLit = (element: Element) => element.getAttribute('data-active') === 'true';

describe('a summary', () => {
  it.each([
    ['Short', 6],
    ['Auto', 12],
    ['Detail', 18],
  ])('of type %s has its badge and a read-only text of %i rows (WEB-27)', async (type, rows) => {
    const { result, user } = await summary(type);
    expect(result.getByText(type)).toBeTruthy();
    expect(result.getByText('English · 3:06')).toBeTruthy();
    await user.click(result.getByLabelText('Plain text'));
    const text = result.getByRole('textbox', { name: 'Summary as plain text' });
    expect(text).toHaveProperty('rows', rows);
    expect(text).toHaveProperty('readOnly', true);
    expect((text as HTMLTextAreaElement).value).toContain('- [01:51] Side ponds save water.');
  });

  it('is read from the side at which its script begins, its line always from the left (WEB-27)', async () => {
    const { result } = await summary();
    const title = result.getByRole('heading', { level: 2 });
    const sentence = result.getByRole('button', { name: /^The gates hold\./ });
    expect([title, sentence].map((part) => part.closest('[dir]')?.getAttribute('dir'))).toEqual(['auto', 'auto']);
    const tick = within(result.getByRole('region', { name: 'Moments of the video' })).getAllByRole('button')[0];
    expect(tick.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  });

  it('highlights the tick of a sentence and the sentence of a tick (WEB-27)', async () => {
    const { result, user } = await summary();
    const sentence = result.getByRole('button', { name: /^The gates hold\./ });
    const tick = result.getByRole('button', { name: '0:28: The gates hold.' });
    await user.hover(sentence);
    expect(tick.className).toBe('activeTick');
    await user.unhover(sentence);
    expect(tick.className).toBe('tick');
    await user.hover(tick);
    expect(isLit(sentence)).toBe(true);
  });

  it('jumps to the moment by click and by Enter; a sample shows it without asking YouTube (WEB-27)', async () => {
    const { result, user, container } = await summary();
    const video = within(screen.getByRole('region', { name: 'Video' }));
    expect(video.queryByRole('button')).toBeNull();
    await user.click(result.getByRole('button', { name: '1:51 Side ponds save water.' }));
    expect(video.getByRole('status').textContent).toContain('1:51');
    act(() => result.getByRole('button', { name: /^The gates hold\./ }).focus());
    await user.keyboard('{Enter}');
    expect(video.getByRole('status').textContent).toContain('0:28');
    expect(container.ownerDocument.querySelector('iframe')).toBeNull();
  });

  it('plays a real video from the moment, and loads nothing of it before (WEB-27)', async () => {
    gateway.use(http.get('*/api/info', () => HttpResponse.json({ ...info, demo_videos: [] })));
    const { result, user } = await summary();
    expect(document.querySelector('iframe')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Play the video' }));
    expect(document.querySelector('iframe')?.src).toContain('https://www.youtube-nocookie.com/embed/precisDemo1?');
    await user.click(result.getByRole('button', { name: /^The gates hold\./ }));
    expect(document.querySelector('iframe')?.src).toContain('start=28');
  });

  it('is copied unchanged (WEB-27)', async () => {
    const { result, user } = await summary();
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(result.getByRole('button', { name: 'Copy' }));
    expect(await result.findByText('Copied')).toBeTruthy();
    expect(write).toHaveBeenCalledWith(lock.summary);
  });
});
