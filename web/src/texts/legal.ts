/** One numbered part of a legal page. */
export interface LegalSection {
  title: string;
  paragraphs: string[];
}

/** A whole legal page: its title, a first sentence, and its numbered parts. */
export interface LegalText {
  title: string;
  lead: string;
  sections: LegalSection[];
}

export const legal = {
  updated: 'Last updated: December 2024',
  home: 'Return to Home',
  contents: 'Contents',
};

/** The obligations of both sides (WEB-30, DATA-8, PAY-22). */
export const terms: LegalText = {
  title: 'Terms of Service',
  lead: 'These terms apply between you and the operator of this service. You accept them when you create an account or call the API.',
  sections: [
    {
      title: 'The service',
      paragraphs: [
        'The service summarises YouTube videos from their transcripts. You can use it in the web playground, through the HTTP API, or from an assistant that calls the API for you.',
        'A summary is based only on the captions of the video, or on the transcript that you supply. Captions can be wrong. Check what matters to you against the video: every sentence of a summary names its second.',
        'If a video has no captions, or if we cannot reach its source, you get an error and no summary. Such a call is not counted.',
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'You register with a name and an e-mail address at which you receive mail, and you verify the address. Keep your password and your API key secret. You are responsible for what is done with them. If a key has leaked, revoke it immediately. It stops working within a second.',
        'One person or organisation may have only one account. We may suspend accounts that were created to avoid the limits of a plan.',
      ],
    },
    {
      title: 'Plans and limits',
      paragraphs: [
        'Each plan includes a number of videos per calendar month in UTC. One successful summary counts as one video, whether it came from the API or the playground. Unused videos do not carry over to the next month.',
        'To protect all users, we also limit the number of calls per second. The documentation describes the response headers that show how much of each limit is left.',
      ],
    },
    {
      title: 'Payment',
      paragraphs: [
        'Payments go through a card payment provider, billed monthly or annually. Terms of three and six months, payment by crypto and payment from the wallet are available where this deployment offers them.',
        'You pay for a term once. It does not renew automatically. When it ends, your account continues with the limits of the Free plan. You keep your API key.',
        'If you change to a larger plan, we credit the unused value of the running term. A change to a smaller plan takes effect when the running term ends.',
      ],
    },
    {
      title: 'Refunds',
      paragraphs: [
        'Annual plans can be refunded within 30 days. To ask for a refund, write to the operator within that time. We return the money by the method by which you paid. Everything that the payment bought ends, even if its value was credited to another plan. We take back any referral commission on the payment.',
        'We do not refund other terms, unless the law gives you that right.',
      ],
    },
    {
      title: 'Referrals',
      paragraphs: [
        'You earn a commission of 15% on each payment of a user who signed up with your link or code and verified the e-mail address. We credit it to your wallet. You may not refer yourself. We take back commissions that were earned by fraud, and the commission on refunded amounts.',
      ],
    },
    {
      title: 'What is not allowed',
      paragraphs: [
        'Do not use the service to break the law or the rights of others, to attack it or other services through it, or to resell access to your key. You are responsible for having the right to use the videos that you send.',
        'We may suspend accounts that break these rules. While an account is suspended, nothing is charged and nothing is lost.',
      ],
    },
    {
      title: 'Ending the contract',
      paragraphs: [
        'You may delete your account at any time on your profile page. We close it immediately and erase it after 7 days. If you log in within these 7 days, we ask whether you want to keep the account. If you do, the deletion is cancelled. You forfeit the rest of a running term and the balance of your wallet. We show you both before you delete the account.',
      ],
    },
    {
      title: 'Liability',
      paragraphs: [
        'Liability is limited to amounts paid in the preceding 12 months. This limit does not apply where the law forbids it.',
        'The service is provided "as is". Summaries are not legal, medical or financial advice.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: [
        'If these terms change in an important way, we inform users by e-mail before the change takes effect. For a plan that you have already paid for, the terms at the time of payment continue to apply.',
      ],
    },
  ],
};

/** Which data of users is kept, and for how long (WEB-30, DATA-1, DATA-3, DATA-7). */
export const privacy: LegalText = {
  title: 'Privacy Policy',
  lead: 'This policy explains what the service stores about you, why and for how long, and what you can ask for.',
  sections: [
    {
      title: 'What is stored',
      paragraphs: [
        'Your account: name, e-mail address, a password hash if you have set a password, the Google accounts that you sign in with, your API key and the signing secrets of your webhooks in encrypted form, the addresses of your webhooks, your plan and your wallet.',
        'Your calls: time, endpoint, the client that made the call, and whether it was counted. For 30 days we also store which summary you got, and a technical record of each request.',
        'Focus prompts: we store a focus prompt only as a hash. A job and an item of a batch keep its words until they end.',
        'Payments: amount, plan, method and the reference of the payment provider. Card numbers never reach this service.',
        'Sessions: when, from which browser and from which network address you signed in, so that you can see and end them.',
        'Activity: each change in your account, with its time, browser and network address, so that you notice changes by others.',
      ],
    },
    {
      title: 'What it is used for',
      paragraphs: [
        'To give you the service, to count what you used, to bill it, to pay referral commission, to stop abuse, and to send the mails that your account needs. You choose which other mails you get.',
        'There is no advertising and there are no tracking cookies. Your browser stores your session, your choice of appearance and, until the tab is closed, your last request in the playground. A cookie is kept for a year on a device that has logged in, so that nobody can lock you out there by guessing your password. Another one exists while you sign in with Google.',
      ],
    },
    {
      title: 'How long it is kept',
      paragraphs: [
        'Usage logs are kept 12 months. After that only counts remain. The activity of your account is kept 12 months too.',
        'Summaries are kept until 30 days after the last day on which they were delivered. Then they are deleted. Transcripts are not kept with your account.',
        'Ended sessions and revoked keys are deleted after a day. What a repeat with an Idempotency-Key returns is kept 30 days. Whether a mail could be delivered is kept 90 days.',
        'Records of payments are kept as long as the law requires. Your account is kept until you delete it. It is erased 7 days after that. Counts and records of payments then no longer name you. The log of what our operators did is kept 24 months.',
      ],
    },
    {
      title: 'Who else sees it',
      paragraphs: [
        'The payment provider that you chose gets what it needs for the payment. If you sign in with Google, Google learns of the sign-in. Our mail provider gets the mails that it delivers to you. If this deployment uses a language model, the model gets the transcript and your focus prompt, but neither your name nor your address.',
        'Our servers send YouTube the id of the video that is summarised. When you play a video on our pages, your browser loads the player from YouTube. The privacy policy of YouTube applies to the player.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'On your profile page, you can download your data, correct it and delete your account.',
        'Privacy inquiries are answered within 30 days.',
      ],
    },
    {
      title: 'Security',
      paragraphs: [
        'Connections are encrypted. Passwords are hashed, keys are encrypted, and neither appears in logs. If your data is ever exposed, we will inform you without delay.',
      ],
    },
    {
      title: 'Children',
      paragraphs: [
        'The service is not for children under 13. If we learn that an account belongs to a child under 13, we delete it.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: [
        'If this policy changes in an important way, we inform users by e-mail before the change takes effect.',
      ],
    },
  ],
};
