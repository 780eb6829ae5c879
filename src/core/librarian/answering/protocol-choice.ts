import { ModelError } from '../../ai/model-error';
import type { LibrarianModel, ProtocolMemory } from '../ports';
import type { Protocol } from '../session/session';

/** Statuses with which providers refuse a request that they do not understand. */
const NOT_UNDERSTOOD: ReadonlySet<number | undefined> = new Set([undefined, 400, 404, 405, 415, 422]);
/** Statuses with which local servers do: they do not tell it from a failure of their own. */
const NOT_DONE: ReadonlySet<number | undefined> = new Set([500, 501]);

/**
 * How a model is told of tools in one answer: as it was found out before, else with tools where they can be sent at
 * all. A refusal of the first question is taken for one of tools; when the same question then goes through without
 * them, that is remembered for this model.
 */
export class ProtocolChoice {
  #current: Protocol;
  #isSure: boolean;
  #isForNow = false;

  constructor(
    private readonly model: LibrarianModel,
    private readonly memory: ProtocolMemory,
  ) {
    const known = model.takesTools ? memory.of(model.id) : 'text';
    this.#current = known ?? 'tools';
    this.#isSure = known === 'text';
  }

  get current(): Protocol {
    return this.#current;
  }

  /** Whether a failure is to be met with the same question in plain text. */
  fallsBack(error: unknown): boolean {
    if (this.#isSure || this.#current === 'text' || !mayMeanTools(error)) return false;
    this.#current = 'text';
    this.#isForNow = error instanceof ModelError && error.kind === 'server';
    return true;
  }

  /** The model took a question. */
  worked(protocol: Protocol): void {
    this.#isSure = true;
    // A server that failed once for another reason must not lose its tools for good.
    if (this.model.takesTools && !this.#isForNow) this.memory.keep(this.model.id, protocol);
  }
}

function mayMeanTools(error: unknown): boolean {
  if (!(error instanceof ModelError)) return false;
  return (
    (error.kind === 'request' && NOT_UNDERSTOOD.has(error.status)) ||
    (error.kind === 'server' && NOT_DONE.has(error.status))
  );
}
