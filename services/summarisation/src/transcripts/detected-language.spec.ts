import { detectedLanguage } from './detected-language.js';

const of = (text: string, asked?: string) => detectedLanguage([{ startMs: 0, durationMs: 1_000, text }], asked);
const TERSE =
  'drain old engine oil, replace oil filter, tighten drain plug to 25 newton metres, fill with fresh engine oil';

describe('the language of a transcript', () => {
  it.each([
    ['ta', 'காவலர் கீழ் வாயிலைத் திறக்கிறார்'],
    ['te', 'కాపలాదారు కింది గేటు తెరుస్తాడు'],
    ['ka', 'მცველი ქვედა კარიბჭეს ხსნის'],
    ['am', 'ጠባቂው የታችኛውን በር ይከፍታል'],
    ['en', 'the keeper opens the lower gate and the boat goes into the chamber, then he closes it and lets water in'],
    [
      'de',
      'der Wärter öffnet das untere Tor und das Boot fährt in die Kammer, dann schließt er es und lässt Wasser ein',
    ],
    [
      'es',
      'el encargado abre la puerta de abajo y el barco entra en la cámara, luego la cierra y deja que entre el agua',
    ],
    [
      'fr',
      'le gardien ouvre la porte du bas et le bateau entre dans le sas, puis il la ferme et laisse entrer de l’eau',
    ],
    [
      'pt',
      'o guarda abre a porta de baixo e o barco entra na câmara, depois ele fecha e deixa a água entrar até em cima',
    ],
    ['it', 'il guardiano apre la porta di sotto e la barca entra nella camera, poi la chiude e lascia entrare l’acqua'],
    [
      'nl',
      'de sluiswachter opent de onderste deur en de boot vaart in de kolk, dan sluit hij die en laat het water in',
    ],
    [
      'sv',
      'slussvakten öppnar den nedre porten och båten går in i kammaren, sedan stänger han den och släpper in vatten',
    ],
    ['ru', 'смотритель открывает нижние ворота и лодка входит в камеру, потом он закрывает их и пускает в неё воду'],
    ['ja', '番人が下の門を開けると、船が閘室に入ります。それから門を閉めて水を入れます。'],
    ['zh', '管理员打开下面的闸门，船进入闸室，然后他关上闸门，把水放进来。'],
    ['ko', '관리인이 아래쪽 문을 열면 배가 갑실로 들어갑니다. 그리고 문을 닫고 물을 넣습니다.'],
    ['el', 'ο φύλακας ανοίγει την κάτω πύλη και το πλοίο μπαίνει μέσα'],
    ['und', 'lorem dolor consectetur adipiscing tempor incididunt labore magna aliqua veniam'],
    ['und', '12 34 56'],
    ['und', TERSE],
  ])('is recognised as %s by its letters and common short words', (language, text) => expect(of(text)).toBe(language));

  it.each([
    ['en', 'en', TERSE],
    ['en', 'en-GB', TERSE],
    ['und', 'de', TERSE],
    ['und', 'en', 'lorem dolor consectetur adipiscing tempor incididunt labore magna aliqua veniam'],
    ['und', 'ta', TERSE],
    ['de', 'en', 'der Wärter öffnet das untere Tor und das Boot fährt in die Kammer'],
  ])(
    'is %s when %s is requested and no other language has more of its short words (SUM-21): %s',
    (language, asked, text) => expect(of(text, asked)).toBe(language),
  );
});
