import type { Attempt } from './kept-attempt';

/** The body of a summarise call. */
export function bodyOf({ url, type, focus, own }: Pick<Attempt, 'url' | 'type' | 'focus' | 'own'>) {
  return {
    ...(url && { url }),
    summary_type: type,
    ...(focus && { custom_prompt: focus }),
    ...(own && { transcript: own.transcript as never, ...(own.title && { title: own.title }) }),
  };
}
