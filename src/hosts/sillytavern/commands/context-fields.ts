import type { LoreServer } from './lore-server';
import { refusal } from './lore-server';

/** A field by which entries are gated on the situation of a chat. */
export interface ContextField {
  readonly name: string;
  readonly label: string;
  /** Its name among the decisions for a chat. */
  readonly contextKey: string;
  /** Whether it can have several values at once. */
  readonly multi: boolean;
  /** Suggested values. */
  readonly values: readonly string[];
}

/** The fields of the vault, asked again when a command needs them. */
export class ContextFields {
  readonly #server: LoreServer;
  #fields: readonly ContextField[] = [];

  constructor(server: LoreServer) {
    this.#server = server;
  }

  /** The fields as they were seen last. */
  get seen(): readonly ContextField[] {
    return this.#fields;
  }

  /** The fields as they are now. */
  async all(): Promise<readonly ContextField[]> {
    const { items } = await this.#server.ask(async (client, options) => {
      const response = await client.v1['context-fields'].$get({}, options);
      return response.status === 200 ? response.json() : refusal(response);
    });
    this.#fields = items;
    return items;
  }
}

/** The field that is meant by its name, label or key, in any case, with `_`, `-` and blanks alike. */
export function fieldNamed(written: string, fields: readonly ContextField[]): ContextField | undefined {
  const wanted = fold(written);
  return (
    fields.find(({ name }) => fold(name) === wanted) ??
    fields.find(({ contextKey, label }) => fold(contextKey) === wanted || fold(label) === wanted)
  );
}

function fold(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}
