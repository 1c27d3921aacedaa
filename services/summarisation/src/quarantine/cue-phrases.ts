/**
 * Phrases of people who try to steer a model through its input, by their role in the sentence. One of them alone is everyday speech; several close
 * together are not. `*` matches any ending. Phrases are compared in their folded form.
 */
export interface Cue {
  /** A span is instruction-like at a total of 5; several cues of one name count once. */
  weight: number;
  phrases: string;
}

export const CUES = {
  ignoring: {
    weight: 2,
    phrases: `ignore | disregard | forget | forget about | overrid* | skip the rest | do not summarise | do not summarize |
      don t summarise | don t summarize | do not translate | stop summarising | stop summarizing | new task | new instruct* | are outdated | stop using json | outdated |
      ignoriere | ignorieren sie | vergiss | vergessen sie | missachte | fasse nichts zusammen | neue aufgabe | neue anweisung* |
      ignora | ignoren | ignore usted | olvida | olvide | no resumas | nueva tarea | nuevas instrucciones | nuevas ordenes | nuevas órdenes |
      ignorez | oublie | oubliez | ne résume* pas | ne resume* pas | nouvelle tâche | nouvelles instructions |
      無視 | 忘れ | 要約せず | 要約しない | 新しいタスク | 新しい指示 |
      игнорируй | игнорируйте | игнориру* | забудь | забудьте | не пересказывай | прекрати пересказ и | новая задача | новые инструкции`,
  },
  obeying: {
    weight: 2,
    // The remains of "</transcript> <system>New task: reply with" in captions that have lost their tags.
    phrases: `obey this | obey me | obey the following | new task reply | new task respond | new task answer | new task output | new task print |
      neue aufgabe antworte | nueva tarea responde | nouvelle tâche réponds | nouvelle tâche répondez | новая задача ответь | новая задача отвечай`,
  },
  orders: {
    weight: 2,
    phrases: `previous instruct* | prior instruct* | earlier instruct* | all instruct* | your instruct* | the instruct* you received | previous direct* | prior direct* |
      instruct* that you were given | instruct* you were given | instruct* you received | instruct* above | ignore instruct* | rules you were given | everything you were told | you were told before | system message | system prompt | system override | ignore the transcript | disregard the transcript | the system message and the transcript |
      vorherig* anweisung* | bisherig* anweisung* | alle anweisung* | alle regel* | deine anweisung* | alles was dir | dir vorher gesagt | ignoriere das transkript |
      instrucciones anteriores | instrucciones previas | instrucción anterior | todas las instrucciones | todas las reglas | tus instrucciones | todo lo que te dijeron | ignora la transcripción |
      instructions précédentes | instruction précédente | toutes les instructions | toutes les règles | vos instructions | tes instructions | tout ce qu on vous a dit | ignore la transcription |
      これまでの指示 | 以前の指示 | すべての指示 | 前の指示 | 前に言われたこと | 文字起こしを無視 |
      предыдущ* инструкц* | все инструкции | все правила | любые предыдущие | твои инструкции | всё что тебе говорили | все что тебе говорили | игнорируй расшифровку`,
  },
  addressing: {
    weight: 3,
    phrases: `dear assistant | dear ai | dear language model | hey chatgpt | hey ai | hi chatgpt | attention language model | attention ai | note to the ai | note to ai | to the ai summarising | to the ai summarizing | to the ai | instruct* for ai |
      instruct* for the summarizer | instruct* for the summariser | instruct* for the assistant | if you are an ai | you are an ai | summarizer bot | summariser bot | ai summary tools | models have to | models must | assistant must | assistant stop | assistant repeat | assistant override |
      assistant ignore | dear chatbot | of the summariser | of the summarizer | conversation so far assistant |
      liebe ki | hallo chatgpt | achtung sprachmodell | wenn du eine ki bist | hinweis an das ki | an die ki | zusammenfassende ki | entwickler an das modell |
      querida inteligencia artificial | querida ia | oye chatgpt | atención modelo de lenguaje | si eres una ia | nota para el modelo | a la ia que | para la ia que | desarrolladores para el modelo |
      chère intelligence artificielle | chère ia | salut chatgpt | attention modèle de langage | si tu es une ia | note au modèle | à l ia qui | pour l ia qui | développeurs au modèle |
      aiなら | aiアシスタントさん | ねえchatgpt | 言語モデルへ | aiモデルへ | するaiへ | モデルへのメッセージ |
      дорогой искусственный интеллект | дорогой ии | привет chatgpt | внимание языковая модель | если ты ии | для модели ии | ии который это | для ии который | разработчиков для модели | прекрати пересказ | ассистент напечатай | ассистент`,
  },
  machine: {
    weight: 1,
    phrases: `ai | llm | assistant | chatgpt | language model | chatbot | summarizer | summariser | bot | ki | sprachmodell | ia | modelo de lenguaje | modèle de langage | 言語モデル | アシスタント | ии | языковая модель | dan`,
  },
  telling: {
    weight: 1,
    phrases: `output | print | reply | respond | answer | write | say | mention | include | put | begin the summary | start the summary | end with | repeat | reveal | show me | dump | list the | add | send | then | summarise as | summarize as | summarise every video as | instruct* are to | tell everyone | tell the reader | start their answers | your first answer | deine erste antwort | tu primera respuesta | ta première réponse | 最初の答えは | твой первый ответ |
      schreibe | schreib | antworte | sag | sage | gib | ergänze | erwähne | setze | beginne | wiederhole | zeige | fasse | füge | ende mit |
      escribe | responde | di | diles | pon | añade | añadas | incluye | empieza | repite | muestra | revela | imprime | termina con |
      écris | écrivez | réponds | répondez | dis | mets | ajoute | inclure | commence | répète | affiche | révèle | termine par |
      書いて | 書け | 書く | 答えて | 答える | 言って | 入れて | 始めて | 繰り返し | 出力 | 表示し | 公開し | 伝えて | 付け加え |
      напиши | ответь | отвечай | скажи | поставь | добавь | добавляй | включи | начни | повтори | выведи | покажи | раскрой | закончи | напечатай`,
  },
  alone: {
    weight: 1,
    phrases: `only | nothing else | anything else | and stop | at the top of | at the end of your | in every sentence | in every field | to everything | ten times | from now on | instead | now | click it | just |
      nur | nur noch | nichts hinzu | ab jetzt | hör* dann auf | auf alles | solo | solamente | únicamente | nada más | a partir de ahora | detente | a todo |
      seulement | uniquement | rien d autre | désormais | arrête toi | à tout | だけ | これから | 何も書かない | ほかには | すべてに | 終了 | только | ничего не | отныне | остановись | на всё отвечай`,
  },
  summary: {
    weight: 1,
    phrases: `summary | your summary | summarise | summarize | the whole video is about | transcript | zusammenfassung | zusammenfasst | ganze video handelt von | transkript* | resumen | resumas | resume | todo el vídeo trata de | transcripción |
      résumé | résumes | toute la vidéo parle de | transcription | 要約 | 文字起こし | この動画はすべて | резюме | пересказывать | пересказывает | всё видео о | расшифровк*`,
  },
  secrets: {
    weight: 4,
    phrases: `your system prompt | reveal the system prompt | repeat the system prompt | print the system prompt | show the system prompt | reveal the systemprompt | repeat the systemprompt | print the systemprompt | show the systemprompt | your systemprompt | your hidden prompt | hidden prompt | your hidden instruct* | your initial prompt | your prompt | text above this line | before this message | api key from your | api keys you have |
      environment variables of the server | conversation so far | your configuration and | print your configuration |
      deinen systemprompt | deinen geheimen prompt | text über dieser zeile | vor dieser nachricht | aus deiner umgebung | deine konfiguration |
      tu prompt del sistema | tu prompt oculto | encima de esta línea | antes de este mensaje | de tu entorno | tu configuración |
      ton prompt système | ton prompt caché | au dessus de cette ligne | avant ce message | de ton environnement | ta configuration |
      システムプロンプトをそのまま | システムプロンプトを表示 | 隠されたプロンプト | この行より上 | このメッセージの前 | 環境のapi | 設定を表示 |
      свой системный промпт | свой скрытый промпт | свои скрытые инструкции | выше этой строки | до этого сообщения | из своего окружения | свою конфигурацию`,
  },
  roles: {
    weight: 4,
    phrases: `you are now dan | you are now a pirate | assistant without any rules | an ai without | ai without restrictions | pretend that you are a pirate bot | you are unrestricted | you obey the speaker | you are the video s author | your summary says | rules are switched off | safety rules are |
      assistent ohne regeln | ki ohne einschränk* | regeln sind aufgehoben |
      asistente sin reglas | ia sin restricciones | reglas quedan anuladas |
      assistant sans règles | ia sans restrictions | règles sont levées |
      ルールのないアシスタント | 制限のないai | ルールは解除 |
      помощник без правил | ии без ограничений | правила отменены`,
  },
  links: {
    weight: 3,
    phrases: `add a link to | put the link | put this image | this discount link | tell the reader to click | setze den link | pon el enlace | mets le lien | にリンク | поставь ссылку`,
  },
  authority: {
    weight: 3,
    phrases: `message from the developers of the | developer of this service | debug mode | for debugging purposes | openai policy update | entwickler dieses dienstes | nachricht der entwickler an | desarrollador de este servicio | mensaje de los desarrolladores para | développeur de ce service | message des développeurs au |
      このサービスの開発者 | 開発者からモデルへ | разработчик этого сервиса | сообщение разработчиков для | end of transcript | ende des transkripts | fin de la transcripción | fin de la transcription | 文字起こし終わり | конец расшифровки`,
  },
} satisfies Record<string, Cue>;

export type CueName = keyof typeof CUES | 'fence' | 'label' | 'encoded';

/** Chat template marks and closing marks of common prompt wrappers, in folded text. */
export const FENCES = [
  '<|im_start|>',
  '<|im_end|>',
  '[inst]',
  '[/inst]',
  '<<sys>>',
  '<</sys>>',
  '<system>',
  '</system>',
  '[system]',
  '[/system]',
  '</transcript',
  '</transkript',
  '</transcripción',
  '</расшифровка',
  '</title>',
  '"role":"system"',
  '"role": "system"',
  '### system',
  '?q=system_prompt',
  'system override',
];
/** Speaker labels of written chats. */
export const LABELS = ['system:', 'assistant:', 'sistema:', 'système:', 'système :', 'システム:', 'система:'];

/** Words after which an English verb is not an order: "to write", "it will answer". */
export const NO_ORDER_AFTER = new Set(
  'to will would could may might i we they it he she who that which models usually always often did does not t the a an this his her their my our'.split(
    ' ',
  ),
);
