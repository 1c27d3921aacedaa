import { BRAND } from './brand.js';
import { dayOf, type MailContent, type MailFacts, numberIn } from './mail-content.js';

const { name: PRODUCT } = BRAND;

const REASON = `You get this mail because somebody gave this address at ${PRODUCT}.`;
const OWNER = `You get this mail because it is about your ${PRODUCT} account.`;

/** The mail with a verification link (ACC-8). */
export function verifyEmail({ link }: MailFacts): MailContent {
  return {
    subject: `Verify your email address for ${PRODUCT}`,
    preview: 'One click finishes your registration.',
    parts: [
      { paragraph: `please confirm your email address to finish creating your ${PRODUCT} account:` },
      { button: 'Verify email address', link },
      {
        paragraph: `The link works once, within 24 hours. In the browser in which you registered, opening it is enough; in any other one, also press the button on the page. If you did not just register at ${PRODUCT}, ignore this mail.`,
      },
    ],
    reason: REASON,
  };
}

/** The mail with a reset link (ACC-14). */
export function resetPassword({ link }: MailFacts): MailContent {
  return {
    subject: `Set a new password for ${PRODUCT}`,
    preview: 'The link works for 30 minutes.',
    parts: [
      { paragraph: `somebody asked for a new password for your ${PRODUCT} account. If it was you, set it here:` },
      { button: 'Set a new password', link },
      {
        paragraph:
          'The link works once, within 30 minutes. A new password ends every session of the account. If you did not ask for it, ignore this mail: nothing changes.',
      },
    ],
    reason: REASON,
  };
}

/** To the new address of an account (ACC-26). */
export function changeEmail({ link }: MailFacts): MailContent {
  return {
    subject: `Confirm your new email address for ${PRODUCT}`,
    preview: 'Your address changes when you confirm it.',
    parts: [
      { paragraph: `please confirm that your ${PRODUCT} account should use this address from now on:` },
      { button: 'Confirm email address', link },
      {
        paragraph: `The link works once, in a browser in which you are logged in to ${PRODUCT}. If you did not ask for it, ignore this mail.`,
      },
    ],
    reason: REASON,
  };
}

/** To the old address, with the link that undoes the change (ACC-26, ACC-66). */
export function changeEmailNotice({ link, publicUrl }: MailFacts): MailContent {
  return {
    subject: `The email address of your ${PRODUCT} account is about to change`,
    preview: 'If this was not you, undo it now.',
    parts: [
      {
        paragraph: `somebody who is logged in to your ${PRODUCT} account asked for another email address. It changes when the new address is confirmed.`,
      },
      {
        paragraph:
          'If it was you, there is nothing to do. If it was not, somebody else has access to your account: undo the change. Your account then uses this address again, every session ends, and you set a new password. You can undo the change until 72 hours after it took effect.',
      },
      // The previous release of auth gives no link.
      link === ''
        ? { button: 'Set a new password', link: `${publicUrl}/forgot-password` }
        : { button: 'This was not me: undo it', link },
    ],
    reason: OWNER,
  };
}

/** The first mail to a verified address: what to do first (MAIL-9). */
export function welcome({ publicUrl }: MailFacts): MailContent {
  return {
    subject: `Welcome to ${PRODUCT}: your first summary`,
    preview: 'Two steps to the first summary of a video.',
    parts: [
      { paragraph: 'your email address is verified, and your account is ready. Two steps to your first summary:' },
      {
        steps: [
          'Generate your API key. It is shown to you again whenever you need it.',
          'Summarise a video with it, for example this one, which needs nothing but your key:',
        ],
      },
      {
        code: [
          `curl ${publicUrl}/api/youtube/summarize \\`,
          `  -H 'x-api-key: YOUR_KEY' -H 'content-type: application/json' \\`,
          `  -d '{"url": "https://www.youtube.com/watch?v=precisDemo1"}'`,
        ].join('\n'),
      },
      { button: `Open ${PRODUCT}`, link: `${publicUrl}/` },
    ],
    reason: `You get this mail because you have just verified this address at ${PRODUCT}.`,
  };
}

/** The account is closed, and its owner can still return (ACC-33). */
export function accountClosed({ publicUrl, params }: MailFacts): MailContent {
  const day = dayOf(numberIn(params, 'erasedAtMs'));
  return {
    subject: `Your ${PRODUCT} account will be erased on ${day}`,
    preview: 'Log in before that day to keep it.',
    parts: [
      {
        paragraph: `your ${PRODUCT} account is closed: its sessions and API keys have ended. All personal data in it will be erased on ${day}.`,
      },
      { paragraph: `If you want to keep it, or if it was not you who closed it, log in before ${day}.` },
      { button: 'Log in and keep it', link: `${publicUrl}/login` },
    ],
    reason: OWNER,
  };
}
