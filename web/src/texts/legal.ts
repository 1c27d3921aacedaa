/** One numbered part of a legal page. */
export interface LegalSection {
  title: string;
  paragraphs: string[];
}

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
  lead: 'These terms apply between you and the operator of this service. By creating an account or calling the API you accept them.',
  sections: [
    {
      title: 'The service',
      paragraphs: [
        'The service summarises YouTube videos from their transcripts. You use it in the web playground, by the HTTP API, or from an assistant that calls the API for you.',
        'A summary is based only on the captions of the video. Captions can be wrong, so check what matters to you against the video; every sentence names its second.',
        'Where a video has no captions, or its source cannot be reached, you get an error and no summary. Such a call is not counted.',
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'You register with a name and an e-mail address that you can read, and verify it. You keep your password and your API key to yourself, and you are responsible for what is done with them. If a key has leaked, revoke it at once; it stops working within a second.',
        'One person or organisation holds one account. Accounts made to go around the limits of a plan may be suspended.',
      ],
    },
    {
      title: 'Plans and limits',
      paragraphs: [
        'Each plan carries a number of videos per calendar month in UTC. One successful summary is one video, whether it came from the API or the playground. Unused videos do not pass into the next month.',
        'To protect everybody, calls are also limited in bursts. The documentation names the headers that tell you where you stand.',
      ],
    },
    {
      title: 'Payment',
      paragraphs: [
        'Payments go through a card payment provider, billed monthly or annually. Terms of three and six months, crypto and the wallet are offered where this deployment has them.',
        'A term is paid once and does not renew by itself. When it ends your account continues with the limits of the Free plan, and your key is kept.',
        'When you move to a larger plan, the unused value of the running term is credited. A move to a smaller plan starts when the running term ends.',
      ],
    },
    {
      title: 'Refunds',
      paragraphs: [
        'Annual plans can be refunded within 30 days. Write to the operator in that time. The money goes back the way it came. What it had paid for ends, also where it was credited to another plan. A commission for the payment is taken back.',
        'Other terms are not refunded, unless the law gives you that right.',
      ],
    },
    {
      title: 'Referrals',
      paragraphs: [
        'You earn 15% of each payment of a user who signed up through your link or code and verified the e-mail address. It is credited to your wallet. Referring yourself is not allowed. What was earned by fraud, and the share of refunded payments, is taken back.',
      ],
    },
    {
      title: 'What is not allowed',
      paragraphs: [
        'Do not use the service to break the law or the rights of others, to attack it or other services through it, or to resell access to your key. You make sure that you may use the videos that you send.',
        'Accounts that do so can be suspended. Nothing is charged and nothing is lost while an account is suspended.',
      ],
    },
    {
      title: 'Ending the contract',
      paragraphs: [
        'You may delete your account at any time on your profile page. It is closed at once and erased after 7 days; at a login within these 7 days we ask whether you want to keep it, which cancels the deletion. What remains of a running term and in the wallet is shown before, and is forfeited.',
      ],
    },
    {
      title: 'Liability',
      paragraphs: [
        'Liability is limited to amounts paid in the preceding 12 months. This does not limit liability that the law does not allow to be limited.',
        'The service is offered as it is. Summaries are no legal, medical or financial advice.',
      ],
    },
    {
      title: 'Changes',
      paragraphs: [
        'When these terms change in a way that matters, users are told by e-mail before the change takes effect. A term that you have paid for keeps the terms under which you paid.',
      ],
    },
  ],
};

/** Which data of users is kept, and for how long (WEB-30, DATA-1, DATA-3, DATA-7). */
export const privacy: LegalText = {
  title: 'Privacy Policy',
  lead: 'What the service stores about you, why, for how long, and what you can ask for.',
  sections: [
    {
      title: 'What is stored',
      paragraphs: [
        'Your account: name, e-mail address, a password hash (none if you sign in with Google), your API key in encrypted form, your plan and your wallet.',
        'Your calls: time, endpoint, the client that made the call, and whether it was counted. A focus prompt is stored as a hash only.',
        'Payments: amount, plan, method and the reference of the payment provider. Card numbers never reach this service.',
        'Sessions: when and from which browser you signed in, so that you can see and end them.',
      ],
    },
    {
      title: 'What it is used for',
      paragraphs: [
        'To give you the service, to count what you used, to bill it, to pay referral commission, to stop abuse, and to send the mails that your account needs. You choose which other mails you get.',
        'There is no advertising and there are no tracking cookies. Your browser keeps your session, and what you chose for the look of the pages, in its own storage.',
      ],
    },
    {
      title: 'How long it is kept',
      paragraphs: [
        'Usage logs are kept 12 months. After that only counts remain.',
        'Summaries are deleted within 30 days after they were last delivered. Transcripts are not kept with your account.',
        'Records of payments are kept as long as the law demands. Your account is kept until you delete it, and erased 7 days after that.',
      ],
    },
    {
      title: 'Who else sees it',
      paragraphs: [
        'The payment provider that you chose, for the payment. Google, if you sign in with it. The mail provider, to deliver mail to you. A language model, where this deployment uses one, gets the transcript of the video and your focus prompt, and neither your name nor your address.',
        'YouTube gets the id of the video that is summarised, from our servers. When you play a video in our pages, your browser loads the player from YouTube, and its privacy policy holds for that.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'On your profile page you can download what is stored about you, correct it, and delete the account.',
        'Privacy inquiries are answered within 30 days.',
      ],
    },
    {
      title: 'Security',
      paragraphs: [
        'Connections are encrypted. Passwords are hashed, keys are encrypted, and neither appears in logs. If your data were ever exposed, you would hear of it without delay.',
      ],
    },
    {
      title: 'Children',
      paragraphs: ['The service is not for children under 13. An account of a child is deleted when we learn of it.'],
    },
    {
      title: 'Changes',
      paragraphs: [
        'When this policy changes in a way that matters, users are told by e-mail before the change takes effect.',
      ],
    },
  ],
};
