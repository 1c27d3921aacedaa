/** Words for the form of a summary, in English, German and Spanish. A prompt of such words alone, in any order, names no subject (SUM-4). */
const FORM = new Set(
  (
    'abstract abstracts bold brief briefly bullet bulleted bullets caps caption character characters chart column columns compact concise ' +
    'condensed crisp csv dash dashes digest emoji emojis emoticons essay format formatted formatting gist hashtag hashtags header headers heading headings ' +
    'headline headlines html icons italic italics item items itemised itemized json key length lengthy line lines list listed lists long longer ' +
    'lowercase main markdown max maximum md minimal minimum nutshell number numbered numbering numbers outline overview paragraph paragraphs ' +
    'plain point points prose punchy quick recap row rows sentence sentences short shorter shortest simple simply size smileys snappy step steps style ' +
    'succinct sweet synopsis table tables tabular takeaway takeaways terse text title titles tight tldr top tweet uppercase verbose wording word words xml yaml ' +
    'absatz absätze absätzen aufzählung aufzählungen ausführlich ausführlicher fett gegliedert höchstens knapp knappe knapper kompakt kursiv kurz kurze ' +
    'kurzen kurzer kurzfassung kürzer lang lange länger liste listen maximal mindestens nummeriert nummerierte prägnant punkt punkte punkten satz ' +
    'schlagworte smilies spiegelstriche spiegelstrichen stichpunkt stichpunkte stichpunkten stichwort stichworte stichworten sätze sätzen tabelle tabellarisch ' +
    'tabellen wort wörter wörtern zeile zeilen zeichen überblick überschrift überschriften übersicht übersichtlich ' +
    'breve breves brevemente conciso concisa corta cortas corto cortos cursiva emoticonos esquema frase frases larga largo lista listas línea líneas máximo ' +
    'mínimo negrita numerada oraciones oración palabra palabras punto puntos párrafo párrafos resumido tabla tablas título títulos viñeta viñetas'
  ).split(' '),
);
const COUNTS = new Set(
  (
    'one two three four five six seven eight nine ten eleven twelve fifteen twenty couple dozen few handful several single ' +
    'ein eine einem einen einer eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig ein paar wenige wenigen einige ' +
    'un una uno unos unas dos tres cuatro cinco seis siete ocho nueve diez once doce veinte pocas pocos'
  ).split(' '),
);
/** Words that connect form words, independent of the language of the video: "with emojis, no headings" for a German video. */
const JOINING = new Set(
  (
    'a an and as at be do dont each every for give i in is it its just keep me more my need no not of on or per put than the them this to up want with without ' +
    'als auf bitte das dem den der die es für im ist je jede jeder keine mach mehr mich mir mit nicht nur oder ohne pro sie und von weniger wenig ' +
    'al cada como con de del el en es favor haz hazlo la las los más me menos no o por que sin solo sólo y'
  ).split(' '),
);
/** Matches "3", "10", "3-5" and "100", which count words and points, but not a year. */
const DIGITS = /^\d{1,3}$/;

/** Whether a word (lower-case letters and digits) is about the form of a summary. */
export function isOfForm(word: string): boolean {
  return FORM.has(word);
}

/** Whether the word only connects others. */
export function isJoining(word: string): boolean {
  return JOINING.has(word);
}

/** Whether the word is a number in digits or letters. */
export function isCount(word: string): boolean {
  return COUNTS.has(word) || DIGITS.test(word);
}
