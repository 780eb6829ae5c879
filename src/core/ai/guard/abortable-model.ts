import type { LanguageModel, ModelPart } from '../language-model';
import { unlessAborted } from './unless-aborted';

/** A model that lets go of its caller at once when the request is aborted, also when the one inside does not listen. */
export function abortableModel(model: LanguageModel): LanguageModel {
  return {
    generate: (request) => unlessAborted(request.signal, () => model.generate(request)),
    stream: (request) => partsUnlessAborted(request.signal, () => model.stream(request)),
  };
}

async function* partsUnlessAborted(
  signal: AbortSignal,
  open: () => AsyncIterable<ModelPart>,
): AsyncGenerator<ModelPart, void> {
  if (signal.aborted) await unlessAborted(signal, () => Promise.resolve());
  const parts = open()[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const next = await unlessAborted(signal, () => parts.next());
      isOver = next.done === true;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not waited for: it may never end.
    if (!isOver) void parts.return?.().catch(() => undefined);
  }
}
