const VIDEO = 'https://www.youtube.com/watch?v=precisDemo1';
const SUMMARIZE = /playground\/summarize/;
const NARROW = 900;

/** The playground from before the first summary until after the last. */
export const PLAYGROUND = [
  { name: 'playground-empty', path: '/playground', as: 'fresh', prepare: openStored, shows: /No summaries yet/ },
  {
    name: 'playground-loading',
    path: '/playground',
    as: 'demo',
    hold: /usage|summaries/,
    shows: 'Three ways to read a video',
  },
  {
    name: 'playground-bad-address',
    path: '/playground',
    as: 'demo',
    prepare: ask('https://example.com/film'),
    shows: 'Please enter a valid YouTube URL',
  },
  {
    name: 'playground-focus',
    path: '/playground',
    as: 'demo',
    prepare: openFocus,
    shows: 'What should the summary focus on?',
  },
  {
    name: 'playground-own',
    path: '/playground',
    as: 'demo',
    prepare: openOwn,
    shows: 'Your transcript',
  },
  {
    name: 'playground-own-problem',
    path: '/playground',
    as: 'demo',
    prepare: async (page) => {
      await openOwn(page);
      await page.getByLabel('Your transcript').fill('A lock lifts boats.');
      await page.getByRole('button', { name: 'Show Summary' }).click();
    },
    shows: 'This text has no times.',
  },
  {
    name: 'playground-working',
    path: '/playground',
    as: 'demo',
    hold: SUMMARIZE,
    prepare: ask(VIDEO),
    shows: 'How a canal lock lifts a boat',
  },
  {
    name: 'playground-working-unknown',
    path: '/playground',
    as: 'demo',
    hold: /summarize|youtube\/info/,
    prepare: ask(VIDEO),
    shows: 'Getting the captions',
  },
  {
    name: 'playground-error',
    path: '/playground',
    as: 'demo',
    prepare: ask('https://www.youtube.com/watch?v=precis-mute'),
    shows: 'Nothing was charged.',
  },
  {
    name: 'playground-cancelled',
    path: '/playground',
    as: 'demo',
    hold: SUMMARIZE,
    prepare: async (page) => {
      await ask(VIDEO)(page);
      await page.getByRole('heading', { name: /^How a canal lock/ }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
    },
    shows: 'Cancelled',
  },
  {
    name: 'playground-done',
    path: '/playground',
    as: 'demo',
    prepare: ask(VIDEO),
    shows: 'Used 1 video',
    readme: true,
  },
  {
    name: 'playground-done-detail',
    path: '/playground',
    as: 'demo',
    prepare: ask(VIDEO, 'Detail'),
    shows: 'Used 1 video',
  },
  {
    name: 'playground-done-plain',
    path: '/playground',
    as: 'demo',
    prepare: plain,
    shows: (page) => page.getByLabel('Summary as plain text'),
  },
  {
    name: 'playground-picked',
    path: '/playground',
    as: 'demo',
    prepare: pick,
    shows: (page) => page.locator('section[data-open]'),
  },
  {
    name: 'playground-stored',
    path: '/playground',
    as: 'demo',
    prepare: openStored,
    shows: (page) => page.getByRole('button', { name: /^Read .* again$/ }),
  },
  {
    name: 'playground-working-stored',
    path: '/playground',
    as: 'demo',
    hold: SUMMARIZE,
    prepare: async (page, people, width) => {
      await ask(VIDEO)(page);
      await page.getByRole('heading', { name: /^How a canal lock/ }).waitFor();
      await openStored(page, people, width);
      await page
        .getByRole('button', { name: /^Read .* again$/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
    shows: (page) => page.getByRole('button', { name: 'Copy' }),
  },
  {
    name: 'playground-stored-none-found',
    path: '/playground',
    as: 'demo',
    prepare: async (page, people, width) => {
      await openStored(page, people, width);
      await page.getByPlaceholder('Search titles').fill('volcano');
    },
    shows: 'No title contains "volcano".',
  },
  {
    name: 'playground-stored-menu',
    path: '/playground',
    as: 'demo',
    prepare: async (page, people, width) => {
      await openStored(page, people, width);
      await page
        .getByRole('button', { name: /^Export or delete/ })
        .first()
        .click();
    },
    shows: 'Subtitles (.srt)',
  },
  { name: 'playground-limit', path: '/playground', as: 'spent', shows: 'You have used all videos of this month.' },
  {
    name: 'playground-failed',
    path: '/playground',
    as: 'demo',
    fail: /usage|summaries/,
    prepare: openStored,
    shows: 'Your summaries could not be loaded.',
  },
];

/** Types the address and requests the summary. */
function ask(address, type) {
  return async (page) => {
    await page.getByLabel('YouTube address').fill(address);
    if (type) await page.getByRole('radio', { name: type }).check();
    await page.getByRole('button', { name: 'Show Summary' }).click();
  };
}

function openFocus(page) {
  return page.getByRole('button', { name: 'Focus' }).click();
}

function openOwn(page) {
  return page.getByRole('button', { name: 'Your own transcript' }).click();
}

async function plain(page) {
  await ask(VIDEO)(page);
  await page.getByRole('radio', { name: 'Plain text' }).check();
}

/** Selects the first sentence itself: on narrow screens the ticks of its line are hidden, because they are too close for a finger. */
async function pick(page) {
  await ask(VIDEO)(page);
  await page
    .locator('main')
    .getByRole('button', { name: /\(\d+:\d+\)$/ })
    .first()
    .click();
}

/** On narrow screens the stored summaries are in a drawer. */
async function openStored(page, _people, width) {
  if (width <= NARROW) await page.getByRole('button', { name: 'Your summaries' }).click();
}
