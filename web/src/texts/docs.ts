/** Texts of the documentation. */
export const docs = {
  title: 'Documentation',
  tabs: {
    start: 'Getting Started',
    authentication: 'Authentication',
    endpoints: 'API Endpoints',
    limits: 'Rate Limits',
    errors: 'Error Handling',
    examples: 'Code Examples',
    mcp: 'MCP Integration',
  },
  contents: 'On this page',
  language: 'Language of the examples',
  languages: { curl: 'curl', typescript: 'TypeScript', python: 'Python' },
  copy: 'Copy',
  copyFailed: 'Failed to copy the example',
  fillKey: 'Fill in my key',
  noKey: 'You have no API key yet. Generate one',
  field: 'Field',
  meaning: 'Meaning',
  start: {
    account: 'Create an account',
    accountText: 'Sign up, open the link in the mail, and log in.',
    signUp: 'Sign Up',
    key: 'Generate your key',
    keyText: 'Each account has one key. You generate it on this page:',
    keyCare: 'Store it where your code reads secrets, for example in an environment variable:',
    keyPage: 'API Keys',
    call: 'Send a link',
    callText: 'One call per video. This one uses a demo video, which works in every deployment:',
    answer: 'Read the answer',
    answerText:
      'A running deployment gave this answer to this call. The field sentences contains each sentence of the summary and the second of the video that supports it.',
    realAnswer: 'The real answer',
  },
  authentication: {
    header: 'Send the key with each call',
    headerText: 'Use either of these headers. They are equivalent.',
    keyHeader: 'Header x-api-key',
    bearerHeader: 'Header Authorization',
    care: 'Keep the key secret',
    careText:
      'Anyone who has the key can use your plan. Keep it on your server, never in a web page or an app that others can open.',
    rotate: 'Replace or revoke the key',
    rotateText:
      'On the API Keys page you can replace your key. The old key stays valid for a time that you choose, up to 24 hours. A revoked key is refused within a second. Your usage and your limit belong to the account, not to the key.',
    refused: 'When a key is refused',
    refusedText:
      'A call without a key, or with a wrong or revoked one, gets status 401 with the code api_key_missing or api_key_invalid. A call with a key to an endpoint of the web app gets status 403.',
  },
  endpoints: {
    base: 'Base address',
    baseText:
      'All calls go to this address. Bodies and answers are JSON in UTF-8. A summary can also be Markdown or subtitles, if you ask for it. Fields that an endpoint does not know are ignored.',
    summarise: 'POST /api/youtube/summarize',
    summariseText:
      'Summarises a video from its transcript. A successful call counts as one video, even when the summary already existed.',
    summariseFields: [
      ['url', 'The address of the video: watch, youtu.be, embed, shorts and live links.'],
      [
        'summary_type',
        'Optional: auto (an overview with key points, the default), short (2 to 3 sentences) or detail (the longest, by parts).',
      ],
      [
        'custom_prompt',
        'Optional, at most 2,000 characters: what the summary should focus on. focus_applied in the answer says whether the summary follows it.',
      ],
      [
        'language',
        'Optional: auto (the language of the video, the default) or a code such as de, pt-BR or zh-Hant. A language other than that of the video needs a deployment with a language model. Without one, the answer is 404 with the code language_unavailable, and the call costs nothing.',
      ],
      [
        'transcript',
        'Optional: your own transcript, at most 200,000 words. Send a text in SRT or WebVTT, or an array of segments. Each segment has text, start_seconds (or start), and end_seconds (or end) or duration. YouTube is not asked, url is optional, and only you can read the summary.',
      ],
      ['title', 'Optional, with a transcript, at most 300 characters.'],
      [
        'timestamps',
        'Optional: false leaves the times out of the text of the summary. The fields with the times stay.',
      ],
      [
        'format',
        'Optional: json (the default), md (Markdown with links to the moments) or srt (subtitles, one for each sentence). Errors are always JSON.',
      ],
    ],
    summariseAnswers: [
      ['video_id', 'The 11 characters that name the video; empty for a transcript of your own without a url.'],
      ['title', 'The title of the video.'],
      ['transcript_length', 'Length of the transcript in characters.'],
      ['summary', 'The summary as text.'],
      [
        'sentences',
        'Its sentences in the order of the video: text, start_seconds, end_seconds, and citations, the parts of the video that support the sentence.',
      ],
      [
        'chapters',
        "The video's parts, titled by what is said there. The field approximate marks chapters that the engine found by itself.",
      ],
      ['duration_seconds', 'Length of the video, null when it is not known.'],
      ['language, engine', 'The language of the summary, and what wrote it.'],
      ['focus_applied, focus_reason', 'Whether the summary follows custom_prompt, and if not, why.'],
      [
        'not_covered, dropped_sentences',
        'The parts that a detailed summary does not cover, and how many sentences the check removed.',
      ],
      [
        'warnings',
        'Text in the transcript, title, chapters or prompt that reads like instructions to a machine, with its place. Such text is never followed. Also cues of your subtitles that could not be read, with their line.',
      ],
      ['transcript_source', 'youtube, or supplied for a transcript of your own.'],
    ],
    stream: 'Stream the summary',
    streamText:
      'With the header Accept: text/event-stream, the answer is a stream of server-sent events: progress, one sentence event for each sentence of the checked summary, usage, and finally done with the whole data. An error event ends the stream. An error costs nothing, and neither does a connection that is lost before the first sentence.',
    jobs: 'Summarise in the background',
    jobsText:
      'With the header Prefer: respond-async, the call becomes a job. The answer is 202 with a job_id, and the header Location says where to read the job. Call GET /api/youtube/jobs/{job_id} every few seconds: status is queued, running, completed or failed. A completed job has the data in result. It is charged when it is completed. A failed job has an error and costs nothing. You can read a job for 6 days, and its summary for 30 days like any other summary.',
    repeat: 'Repeat without paying twice',
    repeatText:
      'Send a header Idempotency-Key with a value of your own, such as a UUID. A repeat with the same key, path and body gets the first result at no cost, with the header Idempotency-Replayed, for 30 days. While the first call is running, a repeat gets 409 idempotency_key_in_use. A repeat with another body gets 422 idempotency_key_reused. The playground and POST /api/payment/create-session also accept this header.',
    receipt: 'GET /api/requests/{id}',
    receiptText:
      'Returns the record of a request, for 30 days. The id is the X-Request-Id of its answer or the request_id of its error. The record has the status, the code, whether the request was charged, engine, client, latency_ms, and whether it was an idempotent replay. Use it when an answer was lost. The record is available within two seconds, for every request with a key, including refused ones. A record can be lost when one of our processes crashes. The count of videos cannot be lost. Of requests that use none of your quota, at most 3,600 are recorded in an hour. Bodies and addresses of videos are not kept.',
    info: 'POST /api/youtube/info',
    infoText:
      'Says whether a video has captions and in which languages, before you pay for a summary. It costs nothing.',
    transcript: 'POST /api/youtube/transcript',
    transcriptText:
      'Returns what is said in a video, as segments with start_seconds, end_seconds and text. With the format text, the answer is one text. With srt or vtt, it is a subtitle file. With language, you get captions in that language, never a translation. The call costs no video. An account may read 200 transcripts a day. Treat the text as data: anybody may have written it.',
    estimate: 'POST /api/youtube/estimate',
    estimateText:
      'Send the body of a summarise call. The answer says what that call would do: would_charge is 0 or 1, and reason says why. The answer also has engine, cached, transcript_length and remaining_after. It costs nothing, and no summary is made.',
    batches: 'POST /api/youtube/batches',
    batchesText:
      'Send 1 to 100 items, each with url and optionally summary_type, custom_prompt and language. The answer is 202 with a batch_id. Call GET /api/youtube/batches/{batch_id} every few seconds to read the status, the counts and the result of each item. Each summary costs one video. Read it with its summary_id at GET /api/youtube/summaries/{id}. A bad or failed item has an error and costs nothing. When the videos of the month are used up, the remaining items end with quota_exceeded. DELETE cancels the items that have not ended. Cancelled items cost nothing. With an Idempotency-Key, you can safely repeat the request.',
    usage: 'GET /api/usage/summary',
    usageText: 'Returns your usage of this month and of the last 12 months.',
    statement: 'GET /api/usage/statement',
    statementText:
      'The statement of a month has one line for each video, and the lines are chained by hash. It comes as JSON, or as a file with format=ndjson or format=csv. The hash of the last line, the head, comes by mail when the month ends. Check a file on /verify-statement, or with the command verify-statement FILE of the package on the MCP Integration tab.',
    apiInfo: 'GET /api/info',
    apiInfoText:
      'Returns the base address, the monthly limits by plan, and videos to test with. The call needs no key.',
    send: 'Fields of the request',
    receive: 'Fields of data in the answer',
    realAnswer: 'A real answer',
  },
  limits: {
    month: 'Videos a month',
    monthText:
      'A month is a calendar month in UTC. Failed calls, info, transcripts, estimates and repeats with an Idempotency-Key cost nothing.',
    plan: 'Plan',
    videos: 'Videos per month',
    defaults: 'The limits of this deployment could not be loaded. These are the usual ones.',
    headers: 'How much is left',
    headersText: 'Answers to calls with a key have these headers for the monthly quota:',
    header: 'Header',
    headerRows: [
      ['X-RateLimit-Limit', 'Videos a month in your plan.'],
      ['X-RateLimit-Remaining', 'Videos left this month.'],
      ['X-RateLimit-Reset', 'When the next month begins, in unix seconds.'],
    ],
    burst: 'Bursts',
    burstText:
      'In addition to the quota, calls per second are limited: usually 50 a second for a key, with bursts of 200 (Enterprise: 200 a second, bursts of 800). The headers RateLimit-Policy and RateLimit show the limit that applies to you and how much of it is left.',
    refused: 'When a limit is reached',
    refusedText:
      'Both limits answer with status 429. The code is quota_exceeded when the videos of the month are used up, and throttled when calls came too fast. When you are throttled, wait for the number of seconds in Retry-After. The fields limit, remaining and reset of the body describe the limit that was reached. Limits on particular kinds of calls have their own codes:',
    codes: 'Codes of status 429',
  },
  errors: {
    body: 'The body of an error',
    bodyText:
      'This is a real answer for a demo video without captions. The field code is stable: use it in your program, and show the field error to people. docs_url leads to the explanation of the code on this page.',
    realError: 'A real error',
    statuses: 'Statuses',
    status: 'Status',
    statusRows: [
      ['200', 'Success.'],
      ['400', 'Missing parameters, or wrong ones. The error text names the first one.'],
      ['401', 'Invalid API key.'],
      ['403', 'No permission.'],
      ['404', 'Not found: no such address, or a video that cannot be summarised. The code says which.'],
      ['429', 'Rate limit exceeded, with reset details.'],
      ['500', 'Server error. Report it with its request_id.'],
      ['503', 'Not available at the moment: wait for the number of seconds in Retry-After and call again.'],
    ],
    videos: 'Videos to test with',
    videosText:
      'Test your integration with these videos: there is one for each possible outcome of a call. They give the same answers in every deployment, even without internet. A successful summary counts like any other. A refused call costs nothing.',
    video: 'Video',
    answered: 'Answered with',
    noVideos: 'The demo videos could not be loaded.',
    codes: 'Every code',
    codesText:
      'This list says what each code means and what to do. The docs_url of an error leads to its section. GET /api/errors returns the same list as JSON.',
    code: 'Code',
    noCodes: 'The error codes could not be loaded.',
    groups: {
      request: 'Any request',
      video: 'Videos, transcripts and jobs',
      account: 'Accounts, sign-in and keys',
      payment: 'Plans and payments',
      webhook: 'Webhooks',
    },
    ofItem: 'items of jobs and batches',
    retryable: 'The same request may succeed later.',
    lasting: 'The same request is refused again.',
    charged: {
      never: 'It costs nothing.',
      rarely:
        'It costs nothing, unless our answer was lost after the charge. GET /api/requests/{id} says whether the request was charged.',
    },
    retries: 'When to call again',
    retriesText:
      'Repeat the call after 429 with the code throttled, after 503, and after a lost connection. Wait for the number of seconds in Retry-After. Without that header, wait for one second, and longer before each further repeat. Send the same Idempotency-Key, so that you do not pay twice for one summary. After any other error, a repeat gets the same error again.',
  },
  examples: {
    first: 'Summarise a video',
    firstText: 'The language that you choose applies to all examples.',
    focus: 'Focus the summary',
    focusText: 'This call asks for a longer summary that focuses on what you name:',
    check: 'Check a video before you pay',
    checkText: 'This call says whether there are captions, and in which languages:',
    left: 'Check your quota',
    leftText: 'This call says how many videos are left this month:',
    webhooks: 'Verify a webhook',
    webhooksText:
      'On your profile you can add webhooks. We then send a request to your server when a job or a batch has ended, or when 80% or 100% of the videos of the month are used. Each request is signed as the Standard Webhooks specification says. Verify the signature before you trust the request:',
    webhooksTypescript: 'Verify a webhook in TypeScript',
    webhooksPython: 'Verify a webhook in Python',
    webhooksLibraries: 'The packages standardwebhooks for npm and PyPI do the same.',
    webhooksRepeats:
      'Answer with any 2xx status within 10 seconds. Otherwise we try again. We make at most 9 attempts over 24 hours. A repeat has the same webhook-id, so store the ids that you have handled. During a rotation the header has two signatures, and one that matches is enough. The body has ids and a url, never a summary: read the result at that url with your key.',
    client: 'With the TypeScript client',
    clientText:
      'The package @precis/client has types for every operation, throws typed errors, retries temporary failures under one Idempotency-Key, and can be aborted. It is in packages/client of the repository. It is not on npm yet.',
    noPackage: 'The Python examples need only the standard library. The TypeScript examples need a runtime with fetch.',
  },
  mcp: {
    what: 'What it does',
    whatText:
      'With the MCP server, an assistant that speaks the Model Context Protocol summarises videos for you. The assistant calls this API with your key. Each summary counts as one video, and your usage by client shows which assistant made the call.',
    tools:
      'Its tools: summarize_video costs one video when it succeeds. get_summary, get_video_info, get_transcript, search_summaries and get_usage cost nothing. A long video becomes a job: the assistant reads it with get_summary.',
    ways: 'Two ways to connect',
    stdioText:
      'On your computer: the client starts the package with npx, which needs Node 20 or newer. The package comes from this address:',
    remoteText: 'Remote: the client calls this address with your key in a header. You install nothing.',
    blockedText:
      'When YouTube refuses this service, add "--local-captions" to the arguments: the package then reads the captions on your computer and sends them with the call.',
    hashText: 'SHA-256 of the package that this address serves:',
    hashFailed: 'The hash of the package could not be loaded.',
    bundleText: 'Or open this bundle, which asks for your key and the address in Settings, Extensions:',
    stdio: 'on your computer',
    http: 'remote',
    clients: {
      desktop: { title: 'Claude Desktop', text: 'In claude_desktop_config.json (Settings, Developer, Edit Config):' },
      terminal: { title: 'Claude Code', text: 'In your terminal:' },
      editor: { title: 'Cursor', text: 'In .cursor/mcp.json of your project, or ~/.cursor/mcp.json for all:' },
      vscode: { title: 'Visual Studio Code', text: 'In .vscode/mcp.json of your project:' },
      codex: { title: 'Codex', text: 'In ~/.codex/config.toml:' },
      windsurf: { title: 'Windsurf', text: 'In ~/.codeium/windsurf/mcp_config.json:' },
      gemini: { title: 'Gemini CLI', text: 'In ~/.gemini/settings.json:' },
    },
  },
} as const;

export type DocsTabKey = keyof typeof docs.tabs;
