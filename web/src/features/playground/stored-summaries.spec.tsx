import { screen, waitFor, within } from '@testing-library/react';
import { answers, received } from '../../testing/gateway';
import { openPage } from '../../testing/open-page';
import { lock, monthWith, storedRow, summarises, WATCH } from './testing/playground-gateway';

const LIST = 'GET /api/youtube/summaries';
const ONE = `/api/youtube/summaries/${storedRow.id}`;
const panel = async () => within(await screen.findByRole('region', { name: 'Your summaries' }));

describe('the stored summaries', () => {
  it('are opened again with a click, at no cost (SUM-12)', async () => {
    monthWith(10);
    answers(LIST, { success: true, summaries: [storedRow], next: null });
    answers(`GET ${ONE}`, { success: true, data: { ...lock, id: storedRow.id, created_at: storedRow.created_at } });
    const { user } = await openPage('/playground', { signedIn: true });
    expect((await (await panel()).findByText('18 Nov 2026 · 14:52 · Short')).textContent).toBeTruthy();
    await user.click((await panel()).getByRole('button', { name: 'Read Waking up a bicycle again' }));
    expect(await screen.findByText('Read again at no cost')).toBeTruthy();
    expect(screen.getByRole('heading', { name: lock.title })).toBeTruthy();
  });

  it('of a user’s own transcript are marked, and show no video where there is none (SUM-10)', async () => {
    monthWith(10);
    const { id, created_at } = storedRow;
    const data = { ...lock, id, created_at, video_id: '', duration_seconds: null, transcript_source: 'supplied' };
    answers(LIST, { success: true, summaries: [{ ...storedRow, video_id: null }], next: null });
    answers(`GET ${ONE}`, { success: true, data });
    const { user } = await openPage('/playground', { signedIn: true });
    await user.click(await (await panel()).findByRole('button', { name: 'Read Waking up a bicycle again' }));
    expect(await screen.findByText('English · Your own transcript')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^The gates hold\./ }));
    expect(screen.queryByRole('region', { name: 'Video' })).toBeNull();
  });

  it('are searched by title on the server, and older ones are loaded on demand (SUM-12)', async () => {
    monthWith(10);
    const asked: string[] = [];
    answers(LIST, (_body, url) => {
      asked.push(url.search);
      const isOlder = url.searchParams.has('cursor');
      const title = isOlder ? 'An older one' : storedRow.title;
      const found = url.searchParams.get('q') === 'nothing' ? [] : [{ ...storedRow, id: `${title}`, title }];
      return { success: true, summaries: found, next: isOlder || found.length === 0 ? null : 'c'.repeat(32) };
    });
    const { user } = await openPage('/playground', { signedIn: true });
    await user.click(await (await panel()).findByRole('button', { name: 'Show older ones' }));
    expect(await (await panel()).findByText('An older one')).toBeTruthy();
    expect((await panel()).getByText('Waking up a bicycle')).toBeTruthy();
    await user.type((await panel()).getByLabelText('Search titles'), 'nothing');
    expect(await (await panel()).findByText('No title contains "nothing".')).toBeTruthy();
    expect(asked.at(-1)).toContain('q=nothing');
  });

  it('are deleted only after a confirmation, and the list is read again (SUM-12)', async () => {
    monthWith(10);
    answers(LIST, { success: true, summaries: [storedRow], next: null }, { success: true, summaries: [], next: null });
    answers(`DELETE ${ONE}`, { success: true, message: 'Summary deleted' });
    const { user } = await openPage('/playground', { signedIn: true });
    await user.click(await (await panel()).findByRole('button', { name: 'Export or delete Waking up a bicycle' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog'));
    expect(received[`DELETE ${ONE}`]).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await (await panel()).findByText(/No summaries yet/)).toBeTruthy();
    expect(received[`DELETE ${ONE}`]).toHaveLength(1);
  });

  it('report when they could not be loaded, and can be retried (SUM-12)', async () => {
    monthWith(10);
    answers(LIST, { status: 503 }, { success: true, summaries: [storedRow], next: null });
    const { user } = await openPage('/playground', { signedIn: true });
    await (await panel()).findByText('Your summaries could not be loaded.');
    await user.click((await panel()).getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect((await panel()).getByText('Waking up a bicycle')).toBeTruthy());
  });

  it('are shown once each and without a gap after one of them was deleted (SUM-12)', async () => {
    monthWith(10);
    let titles = Array.from({ length: 20 }, (_, index) => `Lecture ${index + 1}`);
    const rowOf = (title: string) => ({ ...storedRow, id: title.replace(' ', '-'), title });
    answers(LIST, (_body, url) => {
      const after = titles.indexOf(url.searchParams.get('cursor') ?? '') + 1;
      const page = titles.slice(after, after + 10);
      return { success: true, summaries: page.map(rowOf), next: after + 10 < titles.length ? page[9] : null };
    });
    answers('DELETE /api/youtube/summaries/Lecture-3', () => {
      titles = titles.filter((title) => title !== 'Lecture 3');
      return { success: true, message: 'Summary deleted' };
    });
    const { user } = await openPage('/playground', { signedIn: true });
    await user.click(await (await panel()).findByRole('button', { name: 'Show older ones' }));
    await (await panel()).findByText('Lecture 20');
    await user.click((await panel()).getByRole('button', { name: 'Export or delete Lecture 3' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const list = await panel();
    const shown = () => list.getAllByRole('button', { name: /^Read/ }).map((row) => row.textContent);
    await waitFor(() => expect(shown()).toEqual(titles));
  });

  it('are shown at once while another summary is being made, which then is in the list (WEB-27, SUM-12)', async () => {
    monthWith(10, 9);
    const made = { ...storedRow, id: 'made', title: lock.title };
    const rows = (...summaries: object[]) => ({ success: true, summaries, next: null });
    answers(LIST, rows(storedRow), rows(made, storedRow));
    answers(`GET ${ONE}`, { success: true, data: { ...lock, title: storedRow.title } });
    let finish = (): void => undefined;
    const asked = summarises(new Promise<void>((done) => (finish = done)));
    const { user } = await openPage('/playground', { signedIn: true });
    await user.type(await screen.findByLabelText('YouTube address'), WATCH);
    await user.click(await screen.findByRole('button', { name: 'Show Summary' }));
    const working = await screen.findByRole('region', { name: 'The summary is being made' });
    await user.click(await (await panel()).findByRole('button', { name: 'Read Waking up a bicycle again' }));
    const heading = await screen.findByRole('heading', { name: storedRow.title });
    expect(screen.getByText('Read again at no cost')).toBeTruthy();
    // The other one is still being made, and can be cancelled.
    expect(within(working).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    finish();
    expect(await screen.findByText('Video summarized successfully!')).toBeTruthy();
    expect(await (await panel()).findByRole('button', { name: `Read ${lock.title} again` })).toBeTruthy();
    expect(screen.getByRole('heading', { name: storedRow.title })).toBe(heading);
    expect(screen.queryByRole('region', { name: 'The summary is being made' })).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('give way to what became of the other summary when that one was cancelled (WEB-43)', async () => {
    monthWith(10);
    answers(LIST, { success: true, summaries: [storedRow], next: null });
    answers(`GET ${ONE}`, { success: true, data: { ...lock, title: storedRow.title } });
    summarises(new Promise(() => undefined));
    const { user } = await openPage('/playground', { signedIn: true });
    await user.type(await screen.findByLabelText('YouTube address'), WATCH);
    await user.click(await screen.findByRole('button', { name: 'Show Summary' }));
    await screen.findByRole('region', { name: 'The summary is being made' });
    await user.click(await (await panel()).findByRole('button', { name: 'Read Waking up a bicycle again' }));
    await screen.findByRole('heading', { name: storedRow.title });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: storedRow.title })).toBeNull();
    await user.click((await panel()).getByRole('button', { name: 'Read Waking up a bicycle again' }));
    expect(await screen.findByRole('heading', { name: storedRow.title })).toBeTruthy();
    expect(screen.queryByText('Cancelled')).toBeNull();
  });

  it('show the result of the last request, also when an earlier answer comes later (SUM-12)', async () => {
    monthWith(10);
    const other = { ...storedRow, id: 'other', title: 'The other one' };
    answers(LIST, { success: true, summaries: [storedRow, other], next: null });
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    const slow = { success: true, data: { ...lock, title: 'The slow one' } };
    answers(`GET ${ONE}`, () => held.then(() => slow));
    answers('GET /api/youtube/summaries/other', { success: true, data: { ...lock, title: 'The other one' } });
    const { user } = await openPage('/playground', { signedIn: true });
    await user.click(await (await panel()).findByRole('button', { name: 'Read Waking up a bicycle again' }));
    await user.click((await panel()).getByRole('button', { name: 'Read The other one again' }));
    await screen.findByRole('heading', { name: 'The other one' });
    release();
    const row = (await panel()).getByRole('button', { name: 'Read Waking up a bicycle again' });
    await waitFor(() => expect(row).toHaveProperty('disabled', false));
    expect(screen.queryByRole('heading', { name: 'The slow one' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'The other one' })).toBeTruthy();
  });
});
