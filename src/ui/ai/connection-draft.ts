import type { Connection } from './ai-types';

/** A connection as a form edits it. */
export type ConnectionDraft = Omit<Connection, 'hasKey'>;

/** What a form begins with. */
export function draftOf({ id, name, kind, baseUrl, apiVersion, headers, form }: Connection): ConnectionDraft {
  return {
    ...{ id, name, kind, baseUrl },
    ...(apiVersion !== undefined && { apiVersion }),
    ...(headers !== undefined && { headers }),
    ...(form !== undefined && { form }),
  };
}

/** An id that no connection has yet: the wanted one, or that with a number. */
export function freeId(wanted: string, taken: readonly string[]): string {
  let id = wanted;
  for (let number = 2; taken.includes(id); number += 1) id = `${wanted}-${String(number)}`;
  return id;
}

/** A draft with a text set, or unset where the text is empty. */
export function withText(draft: ConnectionDraft, name: 'apiVersion' | 'form', text: string): ConnectionDraft {
  const { [name]: _, ...rest } = draft;
  const value = text.trim();
  return value === '' ? rest : { ...rest, [name]: value };
}
