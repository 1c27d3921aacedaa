import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answers, info, received } from '../testing/gateway';
import { Landing } from './landing';

const plans = [
  { key: 'free', price: 0 },
  { key: 'basic', price: 9 },
];
const social = { community: 'https://chat.example/precis', microblog: 'https://micro.example/@precis' };

beforeEach(() => answers('GET /api/subscription/plans', { success: true, plans }));

it('a deployment with simulated parts shows that in the header of the landing page (WEB-32)', async () => {
  answers('GET /api/info', { ...info, sandbox: ['payments', 'mail server'] });
  render(<Landing />);
  await userEvent.click(await screen.findByText('Sandbox'));
  expect(screen.getByText('Simulated here: payments, mail server.')).toBeTruthy();
});

describe('what the deployment links to', () => {
  const links = () =>
    within(screen.getByRole('contentinfo'))
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

  it('is in the footer (WEB-13)', async () => {
    answers('GET /api/info', { ...info, contact: 'help@precis.example', social });
    render(<Landing />);
    await screen.findByRole('link', { name: 'Microblog' });
    expect(links().slice(-3)).toEqual([
      'Contact mailto:help@precis.example',
      'Microblog https://micro.example/@precis',
      'Community chat https://chat.example/precis',
    ]);
  });

  it.each([
    ['nothing set', info],
    ['the server away', { status: 503, error: 'Away' }],
    ['a gateway of the release before, which says nothing of links and videos', { success: true, sandbox: [] }],
  ])('is hidden with %s (WEB-32)', async (_what, answer) => {
    answers('GET /api/info', answer);
    render(<Landing />);
    await waitFor(() => expect(received['GET /api/info']).toHaveLength(1));
    await screen.findByText('$9.00');
    expect(screen.queryByRole('list', { name: 'Elsewhere' })).toBeNull();
  });
});
