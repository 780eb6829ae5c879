/** Why an answer did not come. */
export type Failure =
  /** The server cannot be reached at all. */
  | { readonly kind: 'offline' }
  /** The server answered with a problem document; `detail` is its sentence for the user. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly detail: string;
      /** The fields of the request that were wrong, where the server names them. */
      readonly fields?: readonly WrongField[];
    }
  /** The answer is no JSON: something else listens there, or an answer was cut off. */
  | { readonly kind: 'unreadable' };

/** A field of a request that the server did not accept. */
export interface WrongField {
  /** Like `search.maxTokens` or `connections.2.baseUrl`. */
  readonly path: string;
  readonly message: string;
}

/** A reply with a problem document, thrown inside a request and caught by `ask`. */
export class RefusedReply extends Error {
  constructor(readonly failure: Failure & { kind: 'refused' }) {
    super(failure.detail);
    this.name = 'RefusedReply';
  }
}

interface Reply {
  readonly ok: boolean;
  readonly status: number;
  json(): Promise<unknown>;
}

/** What a good reply holds. */
type GoodBody<Given> = Given extends { readonly ok: true; json(): Promise<infer Body> } ? Body : never;

/** What a good reply holds; throws a `RefusedReply` with the problem document of any other. */
export async function bodyOf<Given extends Reply>(reply: Given): Promise<GoodBody<Given>> {
  if (!reply.ok) throw await refusedReply(reply);
  // The compiler cannot follow through a type parameter that `ok` decides the body.
  return (await reply.json()) as GoodBody<Given>;
}

async function refusedReply(reply: Reply): Promise<RefusedReply> {
  const document = await reply.json().catch(() => undefined);
  const fields = wrongFields(document);
  return new RefusedReply({
    kind: 'refused',
    status: reply.status,
    code: textOf(document, 'code') ?? 'unknown',
    detail: textOf(document, 'detail') ?? textOf(document, 'title') ?? `The server answered ${String(reply.status)}.`,
    ...(fields.length > 0 && { fields }),
  });
}

function wrongFields(document: unknown): readonly WrongField[] {
  if (typeof document !== 'object' || document === null) return [];
  const fields: unknown = Reflect.get(document, 'fields');
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field: unknown) => {
    const path = textOf(field, 'path');
    const message = textOf(field, 'message');
    return path === undefined || message === undefined ? [] : [{ path, message }];
  });
}

function textOf(document: unknown, name: string): string | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  const value: unknown = Reflect.get(document, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The failure as a heading and a sentence that says what to do. */
export function failureWords(failure: Failure): { readonly title: string; readonly detail: string } {
  switch (failure.kind) {
    case 'offline':
      return { title: 'The server does not answer', detail: 'Check that Lorehearth is running, then try again.' };
    case 'unreadable':
      return { title: 'The answer cannot be read', detail: 'It was cut off, or another program uses this port.' };
    case 'refused':
      return { title: refusalTitle(failure.status), detail: failure.detail };
  }
}

function refusalTitle(status: number): string {
  if (status === 401) return 'The token is not accepted';
  if (status === 403) return 'This token does not allow it';
  if (status === 404) return 'It is not there any more';
  if (status === 413) return 'This is too large';
  return status >= 500 ? 'The server failed' : 'The server refused the request';
}
