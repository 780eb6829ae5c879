import type { WireGenerationRequest, WirePreviewRequest } from '../contract/wire-generation';

const PREVIEW_CHAT = 'preview';

/** A preview as the generation that it stands for: a text alone is what the user says in a chat of its own. */
export function readPreviewRequest(body: WirePreviewRequest): WireGenerationRequest {
  const { settings: _, explain: __, hooks: ___, text, ...request } = body;
  return {
    ...request,
    chat: request.chat ?? { id: PREVIEW_CHAT },
    messages: request.messages ?? [{ role: 'user', text: text ?? '' }],
  };
}
