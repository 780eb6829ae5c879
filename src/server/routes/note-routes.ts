import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import type { RouteParts } from './route-parts';

type NoteHandlers = Pick<Handlers, 'notes' | 'note'>;

/** Lore notes of the own vault as they stand in their files, for another Lorehearth that reads this one. */
export function noteRoutes({ engine }: RouteParts): NoteHandlers {
  return {
    notes: (context) => {
      const list = engine.vaults.ownNotes.list();
      if (list.kind === 'not-now') return sendProblem(context, 'busy', list.reason);
      return context.json({ items: list.notes, unreadable: [] }, 200);
    },

    note: async (context) => {
      const note = await engine.vaults.ownNotes.read(context.req.valid('param').path);
      if (note.kind === 'missing') return sendProblem(context, 'not_found', 'There is no such lore note.');
      if (note.kind !== 'text') return sendProblem(context, 'busy', 'The note cannot be read at the moment.');
      return context.text(note.text, 200, { 'Content-Type': 'text/markdown; charset=utf-8' });
    },
  };
}
