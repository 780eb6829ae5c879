import type { Context } from 'hono';
import type { Handlers } from '../../../src/server/contract/api';
import type { WireGap } from '../../../src/server/contract/wire-gaps';
import { pictureNow } from './picture-clock';

type GapHandlers = Pick<
  Handlers,
  'gaps' | 'addGap' | 'changeGaps' | 'changeGap' | 'scanGaps' | 'searchLore' | 'flagLore' | 'keepTranscript'
>;

const NOW = pictureNow - 7_200_000;

/** Lore gaps of a scripted server: what is kept is put in by the test. */
export class ScriptedGaps {
  gaps: readonly WireGap[] = [];
  /** Why a gap is not noted, if it is not. */
  refusal: string | undefined;

  get open(): number {
    return this.gaps.filter(({ status }) => status === 'open').length;
  }

  handlers(): GapHandlers {
    return {
      gaps: (context) => {
        const { offset, limit, status, kind, chat, text = '', sort } = context.req.valid('query');
        const found = this.gaps
          .filter((gap) => status === undefined || gap.status === status || (status === 'active' && isActive(gap)))
          .filter((gap) => (kind === undefined || gap.kind === kind) && (chat === undefined || gap.chat === chat))
          .filter((gap) => `${gap.title}\n${gap.reason}`.toLowerCase().includes(text.toLowerCase()))
          .sort((a, b) => (sort === 'title' ? a.title.localeCompare(b.title) : b.frequency - a.frequency));
        const items = found.slice(offset, offset + limit);
        return context.json({ items, total: found.length, offset, counts: this.#counts(), chats: this.#chats() }, 200);
      },
      addGap: (context) => {
        if (this.refusal !== undefined) return context.json(problem(409, this.refusal), 409);
        const { title, kind, reason, urgency } = context.req.valid('json');
        const gap = gapOf(title, { kind, reason, urgency, origins: ['user'] });
        this.gaps = [gap, ...this.gaps];
        return context.json({ gap, isNew: true }, 200);
      },
      changeGaps: (context) => {
        const { ids, ...change } = context.req.valid('json');
        this.gaps = this.gaps.map((gap) => (ids.includes(gap.id) ? { ...gap, ...withoutUndefined(change) } : gap));
        const items = this.gaps.filter(({ id }) => ids.includes(id));
        return context.json({ items, missing: ids.filter((id) => items.every((gap) => gap.id !== id)) }, 200);
      },
      changeGap: (context) => {
        const gap = this.gaps.find(({ id }) => id === context.req.valid('param').id);
        return gap ? context.json(gap, 200) : notFound(context);
      },
      scanGaps: (context) => {
        const items = this.gaps.filter(({ chat }) => chat === context.req.valid('json').chat);
        return context.json({ messages: 21, items, added: 0, ai: 'off' as const }, 200);
      },
      searchLore: (context) => context.json({ text: '', outcome: 'nothing' as const, entries: [], left: 0 }, 200),
      flagLore: (context) => context.json({ text: '', outcome: 'off' as const, left: 0 }, 200),
      keepTranscript: (context) => context.json({ kept: true, messages: 0, print: '', wants: { from: 0 } }, 200),
    };
  }

  #counts() {
    const count = (status: WireGap['status']): number => this.gaps.filter((gap) => gap.status === status).length;
    return {
      open: count('open'),
      drafted: count('drafted'),
      written: count('written'),
      hidden: count('hidden'),
      dismissed: count('dismissed'),
    };
  }

  #chats() {
    const ids = [...new Set(this.gaps.flatMap(({ chat }) => chat ?? []))];
    return ids.map((id) => {
      const own = this.gaps.filter(({ chat }) => chat === id);
      const name = own[0]?.chatName;
      return { id, gaps: own.length, ...(name !== undefined && { name }) };
    });
  }
}

/** A gap with this title. */
export function gapOf(title: string, more: Partial<WireGap> = {}): WireGap {
  return {
    ...{ id: `gap-${title}`, title, kind: 'missing', otherTitles: [], reason: '', urgency: 'low', status: 'open' },
    ...{ origins: ['scan'], evidence: [], frequency: 3, created: NOW, changed: NOW },
    ...more,
  };
}

function isActive({ status }: WireGap): boolean {
  return status === 'open' || status === 'drafted';
}

function withoutUndefined(change: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function problem(status: number, detail: string) {
  return { type: 'about:blank', title: 'Nothing was changed', status, code: 'not_done', detail };
}

function notFound(context: Context) {
  return context.json(problem(404, 'There is no such gap.'), 404);
}
