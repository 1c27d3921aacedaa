import { resolve } from 'node:path';
import { renderMails } from './render-mails.js';

const folder = resolve(process.argv[2] ?? '.mails');
const count = await renderMails(folder);
console.log(`${count} mails, as .html and .txt, in ${folder}`);
