import { isWrittenIn } from './written-language.js';

const ENGLISH = 'The wheel turns two heavy stones, and the stones grind the grain of the village.';
const GERMAN = 'Das Rad dreht zwei schwere Steine, und die Steine mahlen das Korn des Dorfes.';

it.each([
  ['de', 'en', GERMAN, true],
  ['de', 'en', ENGLISH, false],
  ['en', 'de', ENGLISH, true],
  ['en', 'de', GERMAN, false],
  ['pt-BR', 'es', 'A roda gira duas pedras pesadas, e as pedras moem o grão da aldeia.', true],
  ['pt-BR', 'es', 'La rueda gira dos piedras pesadas, y las piedras muelen el grano de la aldea.', false],
  ['ja', 'en', '水車は二つの重い石を回し、Precis の石が穀物をひく。', true],
  ['ja', 'en', ENGLISH, false],
  ['ru', 'en', 'Колесо вращает два тяжёлых камня.', true],
  ['zh-Hant', 'en', '水車轉動兩塊石頭。', true],
  ['ko', 'ja', '바퀴가 무거운 돌 두 개를 돌린다.', true],
  ['ko', 'ja', '水車は二つの重い石を回す。', false],
  ['qu', 'en', 'Kay rumikuna sarata kutanku.', true],
  ['de', 'en', '', true],
  ['de-Latf', 'en', GERMAN, true],
  ['de-Latf', 'en', ENGLISH, false],
  ['mga', 'en', 'Ro boí rí amra la Ultu.', true],
  ['en-Abcd', 'de', ENGLISH, true],
])('%s asked of %s: %s is it: %p', (language, spoken, text, isIt) =>
  expect(isWrittenIn(text, language, spoken)).toBe(isIt),
);
