import { escapeText } from 'entities/escape';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { topicOf } from '../preferences/mail-topic.rule.js';
import { MAIL_KINDS, mailOf } from './mail-of.js';
import { MAIL_SAMPLES } from './mail-samples.js';

const PUBLIC_URL = 'https://precis.example';

/** Writes every mail as .html and .txt, with an index page, and returns how many there are. */
export async function renderMails(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const names: string[] = [];
  for (const kind of MAIL_KINDS) {
    for (const [index, params] of MAIL_SAMPLES[kind].entries()) {
      const name = index === 0 ? kind : `${kind}-${index + 1}`;
      const facts = {
        name: 'Ada',
        link: `${PUBLIC_URL}/verify-email?token=${'x'.repeat(43)}`,
        publicUrl: PUBLIC_URL,
        params,
      };
      const stop = topicOf(kind) && `${PUBLIC_URL}/unsubscribe?token=${'x'.repeat(67)}`;
      const { subject, text, html } = mailOf(kind, facts, stop);
      await writeFile(join(folder, `${name}.html`), html);
      await writeFile(join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}`);
      names.push(name);
    }
  }
  const links = names.map(
    (name) => `<li><a href="${name}.html">${escapeText(name)}</a> (<a href="${name}.txt">text</a>)</li>`,
  );
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Mails</title><ul>${links.join('\n')}</ul>\n`,
  );
  return names.length;
}
