import { newStemmer } from 'snowball-stemmers';

/** Everyday synonyms that summaries use, one group per entry. Only words that are synonyms in nearly any text. */
const GROUPS = [
  'begin start open opens launch initially first',
  'end finish stop close last final finally',
  'die death dead kill lose lives victim toll',
  'buy purchase sell cost price charge pay expensive cheap fee wage expense dear dearer',
  'say tell state report note mention according speaker suggest think believe convince consider',
  'build construct make create found establish set',
  'show demonstrate present prove',
  'car driver motorist vehicle',
  'bike bicycle cycle cyclist ride rider trip journey',
  'people person human resident man men participant everyone',
  'require need must should call demand necessary',
  'fall drop decline decrease lower reduce sink cut down shrink',
  'rise grow increase higher climb gain up improve better',
  'quick fast speed rapid rapidly quicker',
  'picture photo image shot frame photograph',
  'film record video',
  'phone mobile smartphone telephone',
  'sea ocean water',
  'ship boat vessel steamer steamship warship aboard',
  'kid child children',
  'big large huge tall great size',
  'small little tiny',
  'old earlier previous former predecessor before',
  'work function operate',
  'repair mend fix cure recover restore',
  'break snap broken fail',
  'remember recall memory memorise',
  'learn study train train',
  'sleep asleep bed bedtime rest nap',
  'school student pupil teacher lesson',
  'answer reply respond response',
  'error mistake fault wrong',
  'customer client buyer',
  'contract agreement',
  'money budget fund',
  'night evening',
  'street road way highway motorway',
  'lane track path route',
  'bread loaf dough',
  'fridge refrigerator',
  'country land nation',
  'doctor surgeon physician',
  'message telegram greeting',
  'cable line wire',
  'dig search look',
  'use apply employ',
  'fire blast explosion burn eruption disaster',
  'wave flood',
  'smoke steam ash dust cloud plume',
  'jungle rainforest forest',
  'world earth globe global',
  'change edit alter modify',
  'own belong home',
  'live survive survival',
  'hear listen sound loud noise',
  'see watch notice look sight',
  'leave go depart',
  'give award provide grant',
  'help assist support ease easy',
  'machine device instrument',
  'city town',
  'company firm business',
  'boss chief head lead leader',
  'wife husband spouse',
  'average typical',
  'enough suffice sufficient',
  'month october november december january february march april june july august september autumn winter spring summer',
  'zwei beide',
  'kaufen kosten preis',
  'sterben tod verlieren',
  'beginnen anfangen start einsteiger anfang',
  'fliegen flug',
  'futter nahrung essen',
  'schnell tempo',
  'dinero credito prestamo prestar',
  'empezar comenzar iniciar',
  'arbol planta',
  'finca campo',
];

const stemmer = newStemmer('english');
const meanings = new Map<string, string[]>();
GROUPS.forEach((group, at) => {
  for (const word of group.split(' '))
    for (const form of new Set([word, stemmer.stem(word)])) {
      const known = meanings.get(form) ?? [];
      meanings.set(form, [...known, String(at)]);
    }
});
const NONE: string[] = [];

/** The synonym groups of a word, by its stem or its written form. */
export function sameMeaning(stem: string, text: string): string[] {
  return meanings.get(stem) ?? meanings.get(text) ?? NONE;
}
