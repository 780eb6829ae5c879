import { chatPrint, type PrintedMessage } from '../../../core/base/message-print';
import type { WireFlagLoreAnswer, WireSearchLoreAnswer } from '../../../server/contract/wire-tools';
import type { TranscriptRequestBody } from '../../../server/contract/wire-transcript';

/** What a fake server does for the AI that writes, and with what it is told of chats. */
export class FakeWriter {
  /** Calls of tools, oldest first. */
  readonly searches: unknown[] = [];
  readonly flags: unknown[] = [];
  found: WireSearchLoreAnswer = {
    text: 'Keep: The keep is silver.',
    outcome: 'found',
    entries: [{ id: 'e1', title: 'Keep', path: 'Keep.md', form: 'full' }],
    left: 1,
  };
  flagged: WireFlagLoreAnswer = { text: 'Noted.', outcome: 'noted', gap: { id: 'g1', title: 'Salt Guild' }, left: 2 };
  /** Replies whose notes were asked for, and the notes that are given. */
  readonly noted: { readonly message: { readonly index: number; readonly text: string } }[] = [];
  notes = '';
  /** Waited for before notes are given. */
  notesGate: Promise<void> | undefined;
  /** Messages by chat. */
  readonly transcripts = new Map<string, readonly PrintedMessage[]>();
  /** What came of transcripts, oldest first. */
  readonly told: TranscriptRequestBody[] = [];
  transcriptStatus = 200;
  transcriptGate: Promise<void> | undefined;

  /** Whether a path is ours. */
  serves(path: string): boolean {
    return path.startsWith('/v1/tools/') || /^\/v1\/chats\/[^/]+\/(?:transcript|notes)$/.test(path);
  }

  async serve(path: string, init: RequestInit): Promise<Response> {
    const body: unknown = JSON.parse(await new Response(init.body).text());
    if (path === '/v1/tools/search_lore') {
      this.searches.push(body);
      return json(200, this.found);
    }
    if (path === '/v1/tools/flag_lore') {
      this.flags.push(body);
      return json(200, this.flagged);
    }
    if (path.endsWith('/notes')) {
      this.noted.push(body as FakeWriter['noted'][number]);
      await this.notesGate;
      return json(200, { notes: this.notes });
    }
    return this.#take(path.split('/').at(-2) ?? '', body as TranscriptRequestBody, init.signal ?? undefined);
  }

  async #take(chat: string, body: TranscriptRequestBody, signal: AbortSignal | undefined): Promise<Response> {
    this.told.push(body);
    await this.transcriptGate;
    if (signal?.aborted === true) throw new DOMException('Aborted', 'AbortError');
    if (this.transcriptStatus !== 200) return json(this.transcriptStatus, {});
    const { from = 0, before = '', messages } = body;
    const known = this.transcripts.get(chat) ?? [];
    const kept = known.filter(({ index }) => index < from);
    const next = (known.at(-1)?.index ?? -1) + 1;
    if (from > 0 && chatPrint(kept) !== before) return this.#answer(known, false, from > next ? next : 0);
    const now = [...kept, ...messages.map((message) => ({ name: '', ...message }))];
    this.transcripts.set(chat, now);
    return this.#answer(now, true, (now.at(-1)?.index ?? -1) + 1);
  }

  #answer(messages: readonly PrintedMessage[], kept: boolean, from: number): Response {
    return json(200, { kept, messages: messages.length, print: chatPrint(messages), wants: { from } });
  }
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
